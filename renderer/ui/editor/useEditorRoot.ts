import { type RefObject, useEffect, useRef } from 'react'

/**
 * The element that holds an editor. In its shadow root CodeMirror's styles are adopted style sheets; the page's policy
 * refuses <style> elements.
 */
export function useEditorRoot(): { host: RefObject<HTMLDivElement | null>; rootOf: () => ShadowRoot | null } {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    // From outside, a shadow root hides what has the focus: a letter typed into the editor's search field would be
    // taken for a shortcut of the page, and one of them accepts what the agent wants to do.
    const keep = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation()
    }
    element.addEventListener('keydown', keep)
    return () => element.removeEventListener('keydown', keep)
  }, [])
  return {
    host,
    rootOf: () => host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' }) ?? null,
  }
}
