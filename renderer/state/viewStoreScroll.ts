/** Every row is this high, so a list of any length needs no measuring (`--row` in tokens.css). */
export const ROW_HEIGHT = 28

/** Chromium stops at about 33 million pixels, with rounding errors before that; above this the scrollbar is scaled. */
export const MAX_SCROLLER_HEIGHT = 8_000_000

/** Height of the scroller's content for `rows` rows. */
export function scrollerHeight(rows: number): number {
  return Math.min(rows * ROW_HEIGHT, MAX_SCROLLER_HEIGHT)
}

/** The furthest that the list can be scrolled, in list pixels. */
export function maxTop(rows: number, viewport: number): number {
  return Math.max(0, rows * ROW_HEIGHT - viewport)
}

export function isScaled(rows: number): boolean {
  return rows * ROW_HEIGHT > MAX_SCROLLER_HEIGHT
}

/** List pixels to scrollbar pixels: the same unless the list is too long for the browser. */
export function toScrollTop(top: number, rows: number, viewport: number): number {
  const range = maxTop(rows, viewport)
  if (!isScaled(rows) || range === 0) return top
  return (top / range) * (MAX_SCROLLER_HEIGHT - viewport)
}

/** Scrollbar pixels to list pixels. */
export function fromScrollTop(scrollTop: number, rows: number, viewport: number): number {
  if (!isScaled(rows)) return scrollTop
  return (scrollTop / (MAX_SCROLLER_HEIGHT - viewport)) * maxTop(rows, viewport)
}
