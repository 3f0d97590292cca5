import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { jsonOf } from '../host/jsonOf.ts'

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400),
  height: z.number().int().min(300),
  isMaximized: z.boolean(),
})

export type WindowState = Partial<Rectangle> & { isMaximized: boolean }

/** Where the window was when it closed, if some screen still shows that place. */
export function readWindowState(dataDir: string): WindowState {
  const state = stateSchema.safeParse(jsonOf(textOf(fileIn(dataDir))))
  if (!state.success) return { isMaximized: false }
  const { workArea } = screen.getDisplayMatching(state.data)
  return isVisibleIn(state.data, workArea) ? state.data : { isMaximized: state.data.isMaximized }
}

/** Remembers the place when the window closes. Losing it is no harm, so failures are not told. */
export function keepWindowState(window: BrowserWindow, dataDir: string): void {
  window.on('close', () => {
    const state = { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
    try {
      writeFileSync(fileIn(dataDir), JSON.stringify(state), { mode: 0o600 })
    } catch {}
  })
}

/** Enough of the title bar must be there to take hold of it. */
function isVisibleIn(window: Rectangle, area: Rectangle): boolean {
  const left = Math.max(window.x, area.x)
  const right = Math.min(window.x + window.width, area.x + area.width)
  return right - left >= 100 && window.y >= area.y && window.y <= area.y + area.height - 50
}

const fileIn = (dataDir: string) => path.join(dataDir, 'window.json')

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
