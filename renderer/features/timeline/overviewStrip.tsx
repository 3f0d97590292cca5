import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Overview } from '../../../shared/domain/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'
import { ROW_HEIGHT } from '../../state/viewStoreScroll.ts'
import { drawOverview, overviewColours } from './drawOverview.ts'
import { positionOfShare, shareOfPosition } from './overviewPlaces.ts'
import styles from './overviewStrip.module.css'
import { useOverview } from './useOverview.ts'

const BUCKET_WIDTH = 4
/** Narrower than this the outline of what is visible cannot be seen (overviewStrip.module.css). */
const NARROWEST = 6

export interface OverviewStripProps {
  store: ViewStore
  clock: 'wall' | 'active'
  /** Time of the earliest row, in microseconds since the epoch. */
  onStart: (startUs: number) => void
}

/** All rows of the view at a glance, one line per lane and errors last. Click or drag goes there. */
export function OverviewStrip({ store, clock, onStart }: OverviewStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const overview = useOverview(store, Math.min(2000, Math.floor(width / BUCKET_WIDTH)), clock)
  const startUs = overview?.startUs ?? 0
  useEffect(() => {
    // 0: no row has a time.
    if (startUs > 0) onStart(startUs)
  }, [startUs, onStart])
  useDrawing(canvas, overview, setWidth)
  useVisibleFrame(frame, store, overview)

  function jump(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    if (!overview || box.width === 0) return
    store.jumpTo(positionOfShare(overview, (event.clientX - box.left) / box.width, store.getSnapshot().count))
  }

  return (
    // The list offers the same with the keyboard (Home, End, Page keys, e for errors).
    <div
      className={styles.strip}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        jump(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) jump(event)
      }}
    >
      <canvas ref={canvas} className={styles.canvas} />
      <div ref={frame} className={styles.visible} hidden={overview === null} />
    </div>
  )
}

function useDrawing(
  canvas: { readonly current: HTMLCanvasElement | null },
  overview: Overview | null,
  onWidth: (width: number) => void,
): void {
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = () => {
      onWidth(element.clientWidth)
      drawOverview(element, overview, overviewColours(element))
    }
    // Draws for the first time before anything is painted.
    const sizes = new ResizeObserver(draw)
    sizes.observe(element)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      sizes.disconnect()
      theme.disconnect()
    }
  }, [canvas, overview, onWidth])
}

/** Outlines what the list shows; moves with each scrolled frame, without React. */
function useVisibleFrame(
  frame: { readonly current: HTMLElement | null },
  store: ViewStore,
  overview: Overview | null,
): void {
  useEffect(() => {
    const place = () => {
      const element = frame.current
      if (!element || !overview) return
      const { count } = store.getSnapshot()
      const from = shareOfPosition(overview, store.top / ROW_HEIGHT, count)
      const to = shareOfPosition(overview, Math.min(count, (store.top + store.height) / ROW_HEIGHT), count)
      const isWhole = count * ROW_HEIGHT <= store.height
      element.style.left = isWhole ? '0' : `min(${from * 100}%, 100% - ${NARROWEST}px)`
      element.style.width = isWhole ? '100%' : `${Math.max(0, to - from) * 100}%`
    }
    place()
    return store.onScroll(place)
  }, [frame, store, overview])
}
