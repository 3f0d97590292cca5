import { useEffect, useEffectEvent, useRef } from 'react'

/** Reads anew when a value changes, not at the first sight of it. */
export function useRefetchOn(value: unknown, refetch: () => unknown): void {
  const readFor = useRef(value)
  const read = useEffectEvent(refetch)
  useEffect(() => {
    if (readFor.current === value) return
    readFor.current = value
    read()
  }, [value])
}
