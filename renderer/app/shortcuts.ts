import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export interface Shortcut {
  /**
   * One press (`/`, `?`, `Enter`, `mod+Enter`, `shift+ArrowDown`) or a sequence of two (`g c`).
   * `mod` is Command on a Mac and Control elsewhere; a printable key is named by what it prints, so no `shift+` with it, but beside `mod`.
   */
  keys: string
  /** What it does, as the help says it. */
  label: string
  /** The heading it has in the help: the page or pane where it works. */
  scope: string
  /** Also while typing in a field. Presses with `mod` always do. */
  whileTyping?: boolean
  isEnabled?: boolean
}

interface Registration extends Shortcut {
  handle: (event: KeyboardEvent) => void
}

const SEQUENCE_MS = 1_200
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

let registrations: readonly Registration[] = []
const listeners = new Set<() => void>()
let pending: { key: string; at: number } | null = null

/**
 * Makes a key work for as long as the component is there; the newest registration of a key wins, so an inner pane
 * may take a key over. The help dialog lists it by itself.
 */
export function useShortcut(shortcut: Shortcut, handler: (event: KeyboardEvent) => void): void {
  const { keys, label, scope, whileTyping = false, isEnabled = true } = shortcut
  const handle = useEffectEvent(handler)
  useEffect(() => {
    if (!isEnabled) return
    const registration = { keys, label, scope, whileTyping, handle: (event: KeyboardEvent) => handle(event) }
    register(registration)
    return () => unregister(registration)
  }, [keys, label, scope, whileTyping, isEnabled])
}

/** All shortcuts that work now, in order of registration. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => registrations)
}

/** The parts of `keys` as this machine names them. */
export function keyNames(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}

const NAMES: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Space: 'Space',
}

function register(registration: Registration): void {
  if (registrations.length === 0) {
    window.addEventListener('keydown', onKeyDownOnButton, { capture: true })
    window.addEventListener('keydown', onKeyDown)
  }
  registrations = [...registrations, registration]
  for (const listener of listeners) listener()
}

function unregister(registration: Registration): void {
  registrations = registrations.filter((one) => one !== registration)
  if (registrations.length === 0) {
    window.removeEventListener('keydown', onKeyDownOnButton, { capture: true })
    window.removeEventListener('keydown', onKeyDown)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** React Aria takes Enter on a button for a press of it whatever is held down, so `mod+Enter` would never get here. */
function onKeyDownOnButton(event: KeyboardEvent): void {
  if (pressName(event) !== 'mod+Enter' || !isButton(event.target)) return
  onKeyDown(event)
  if (event.defaultPrevented) event.stopPropagation()
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return
  const press = pressName(event)
  const first = pending !== null && event.timeStamp - pending.at < SEQUENCE_MS ? pending.key : null
  pending = null
  const found = (first !== null && find(`${first} ${press}`, event)) || find(press, event)
  if (found) {
    event.preventDefault()
    found.handle(event)
  } else if (!isTyping(event.target) && registrations.some((one) => one.keys.startsWith(`${press} `))) {
    pending = { key: press, at: event.timeStamp }
  }
}

function find(keys: string, event: KeyboardEvent): Registration | undefined {
  const hasMod = keys.startsWith('mod+')
  const inOverlay = isInOverlay(event.target)
  for (let index = registrations.length - 1; index >= 0; index -= 1) {
    const one = registrations[index]
    if (one === undefined || one.keys !== keys) continue
    if (isTyping(event.target) && !hasMod && one.whileTyping !== true) continue
    // A focused control keeps the keys that press it.
    if ((keys === 'Enter' || keys === 'Space') && isPressable(event.target)) continue
    // Behind an open dialog or menu the page's keys rest.
    if (inOverlay && one.whileTyping !== true) continue
    return one
  }
  return undefined
}

function pressName(event: KeyboardEvent): string {
  const isPrintable = event.key.length === 1 && event.key !== ' '
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) && 'mod',
    (isMac ? event.ctrlKey : event.metaKey) && 'other',
    event.altKey && 'alt',
    event.shiftKey && (!isPrintable || event.ctrlKey || event.metaKey) && 'shift',
    event.key === ' ' ? 'Space' : isPrintable ? event.key.toLowerCase() : event.key,
  ]
  return parts.filter(Boolean).join('+')
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta'
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))
  )
}

function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('a, button, summary, [role=button], [role=link], [role=tab]') !== null
  )
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, [role=button]') !== null
}

function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  )
}
