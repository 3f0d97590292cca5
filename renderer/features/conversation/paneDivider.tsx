import type { KeyboardEvent } from 'react'
import styles from './conversation.module.css'
import { NARROWEST, useInspectorPane } from './inspectorPane.ts'

const STEP = 24

/** Drag it, or move it with the arrow keys. */
export function PaneDivider({ pageWidth }: { pageWidth: number }) {
  const width = useInspectorPane((pane) => pane.width)
  const { setWidth } = useInspectorPane.getState()

  function onKeyDown(event: KeyboardEvent) {
    const delta = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0
    if (delta === 0) return
    event.preventDefault()
    setWidth(width + delta, pageWidth)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the inspector"
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={Math.round(pageWidth * 0.6)}
      className={styles.divider}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const edge = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0
        setWidth(edge - event.clientX, pageWidth)
      }}
    />
  )
}
