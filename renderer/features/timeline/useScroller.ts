import { type RefObject, useLayoutEffect } from 'react'
import type { ViewStore } from '../../state/viewStore.ts'
import { fromScrollTop, isScaled, ROW_HEIGHT, toScrollTop } from '../../state/viewStoreScroll.ts'

/** The head of the columns sticks to the top of the scroller (timeline.module.css). */
const HEAD_HEIGHT = 24

/**
 * Ties a scrolling element to the store. The store's `top` is the truth and the scrollbar follows it; rows lie in a
 * layer that sticks to the viewport and is moved here, without React, so rows inserted above move nothing in sight.
 */
export function useScroller(
  store: ViewStore,
  scroller: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
  first: number,
): void {
  useLayoutEffect(() => {
    if (layer.current) placeLayer(store, layer.current, first)
  })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    /** Where this code last put the scrollbar: the event that follows is not the person's doing. Null before the first. */
    let put: number | null = null

    const follow = () => {
      if (layer.current) placeLayer(store, layer.current, Number(layer.current.dataset.first))
      // Somebody moved it: the event that tells is on its way.
      if (put !== null && Math.abs(element.scrollTop - put) >= 1) return
      const wanted = toScrollTop(store.top, store.length, store.height)
      if (put !== null && Math.abs(wanted - element.scrollTop) < 1) return
      element.scrollTop = wanted
      put = element.scrollTop
    }
    // Tells of the height before anything is painted; asked for here it would cost a layout of its own.
    const observer = new ResizeObserver(() => {
      measure(store, element)
      if (put === null) follow()
    })
    observer.observe(element)
    const stopListening = store.onScroll(follow)
    const onScroll = () => {
      if (put === null || Math.abs(element.scrollTop - put) < 1) return
      put = element.scrollTop
      // A list that grew taller is moved by the browser before anyone measured it: its end is still the end.
      measure(store, element)
      store.scrollTo(fromScrollTop(element.scrollTop, store.length, store.height))
    }
    const onWheel = (event: WheelEvent) => {
      // In a list too long for the browser a scrollbar pixel is many rows: the wheel must not go through it.
      if (!isScaled(store.length) || event.ctrlKey) return
      event.preventDefault()
      store.scrollBy(event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * ROW_HEIGHT : event.deltaY)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      stopListening()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
    }
  }, [store, scroller, layer])
}

function measure(store: ViewStore, element: HTMLElement): void {
  store.setHeight(Math.max(0, element.clientHeight - HEAD_HEIGHT))
}

function placeLayer(store: ViewStore, layer: HTMLElement, first: number): void {
  layer.style.transform = `translateY(${first * ROW_HEIGHT - store.top}px)`
}
