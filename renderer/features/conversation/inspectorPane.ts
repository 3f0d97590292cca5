import { type RefObject, useLayoutEffect, useState } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const NARROWEST = 280
const WIDEST_SHARE = 0.6
/** Below this width of the page the inspector lies over the timeline instead of beside it. */
const NARROW_PAGE = 900

const storedSchema = z.object({ width: z.number().min(NARROWEST).max(4000), isOpen: z.boolean() })

interface InspectorPane {
  width: number
  isOpen: boolean
  /** On a narrow page it is closed until asked for. */
  isOpenOver: boolean
  setWidth: (width: number, pageWidth: number) => void
  setOpen: (isOpen: boolean, isOver: boolean) => void
}

/** Where the inspector is; the same for every conversation, kept between runs. */
export const useInspectorPane = create<InspectorPane>()(
  persist(
    (set) => ({
      width: 400,
      isOpen: true,
      isOpenOver: false,
      setWidth: (width, pageWidth) =>
        set({ width: Math.round(Math.min(Math.max(NARROWEST, width), pageWidth * WIDEST_SHARE)) }),
      setOpen: (isOpen, isOver) => set(isOver ? { isOpenOver: isOpen } : { isOpen }),
    }),
    {
      name: 'handrail.inspector',
      partialize: ({ width, isOpen }) => ({ width, isOpen }),
      merge: (stored, current) => {
        const read = storedSchema.safeParse(stored)
        return read.success ? { ...current, ...read.data } : current
      },
    },
  ),
)

/** Width of an element in CSS pixels; null before it was measured. */
export function useWidth(element: RefObject<HTMLElement | null>): { width: number | null; isNarrow: boolean } {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const current = element.current
    if (!current) return
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return { width, isNarrow: width !== null && width < NARROW_PAGE }
}
