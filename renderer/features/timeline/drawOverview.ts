import { LANES, type Overview } from '../../../shared/domain/index.ts'

export interface OverviewColours {
  lanes: Record<string, string>
  error: string
}

/** Colours of the theme as the canvas needs them. */
export function overviewColours(element: Element): OverviewColours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    lanes: Object.fromEntries(LANES.map((lane) => [lane, colour(`--lane-${lane}`)])),
    error: colour('--danger'),
  }
}

/** Lanes from top to bottom with the errors last; more rows in a bucket are drawn stronger. */
export function drawOverview(canvas: HTMLCanvasElement, overview: Overview | null, colours: OverviewColours): void {
  const ratio = window.devicePixelRatio
  const width = Math.round(canvas.clientWidth * ratio)
  const height = Math.round(canvas.clientHeight * ratio)
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  if (!overview) return
  const lanes = LANES.filter((lane) => overview.lanes[lane]?.some((count) => count > 0))
  const lines = [
    ...lanes.map((lane) => ({ counts: overview.lanes[lane] ?? [], colour: colours.lanes[lane] ?? '' })),
    { counts: overview.errors, colour: colours.error },
  ]
  const padding = 4 * ratio
  const step = (height - 2 * padding) / lines.length
  const thickness = Math.max(ratio * 3, Math.min(step - 2 * ratio, 9 * ratio))
  lines.forEach(({ counts, colour }, index) => {
    const most = Math.max(...counts, 1)
    const bucket = width / Math.max(counts.length, 1)
    context.fillStyle = colour
    counts.forEach((count, at) => {
      if (count === 0) return
      context.globalAlpha = 0.55 + 0.45 * (count / most)
      context.fillRect(
        Math.floor(at * bucket),
        padding + index * step,
        Math.max(Math.ceil(bucket), ratio * 2),
        thickness,
      )
    })
  })
  context.globalAlpha = 1
}
