import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ConversationRef, type Filter, formatFilter, parseFilter } from '../../../shared/domain/index.ts'
import { useTimelineLook, useTimelineLooks } from './timelineStore.ts'

/** The address follows the filter after so long. */
const ADDRESS_AFTER_MS = 200

export interface TimelineFilter {
  filter: Filter
  /** What the address says when that is not a filter; null when it is one. */
  unreadable: string | null
  change: (filter: Filter) => void
}

/**
 * The filter of a conversation's timeline. It is kept with how the timeline was looked at, which every keystroke may
 * change at once, and mirrored in the address, which a reload and a link bring back. Of the two, whichever changed last
 * is right.
 */
export function useTimelineFilter(conversation: ConversationRef): TimelineFilter {
  const inAddress = useSearch({ strict: false, select: ({ filter }: { filter?: unknown }) => textOf(filter) })
  const navigate = useNavigate()
  const look = useTimelineLook(conversation)
  const { change } = useTimelineLooks.getState()
  const read = useMemo(() => parseFilter(inAddress), [inAddress])
  /** The address that the kept filter is known to be as new as; null before the first. */
  const [seen, setSeen] = useState<string | null>(null)
  /** An unreadable address that the person has filtered over. */
  const [givenUp, setGivenUp] = useState<string | null>(null)
  /** Texts on their way into the address. */
  const sent = useRef<string[]>([])
  const { connectionId, conversationId } = conversation

  // An address without a filter says nothing: links that lead here and ways out of here have none.
  const isAhead = inAddress !== seen && inAddress !== '' && !sent.current.includes(inAddress)
  const filter = isAhead && 'filter' in read ? read.filter : look.filter

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the address is news here.
  useEffect(() => {
    if (isAhead && 'filter' in read) change({ connectionId, conversationId }, { filter: read.filter })
    if (sent.current.at(-1) === inAddress) sent.current = []
    setSeen(inAddress)
  }, [inAddress, connectionId, conversationId])

  const kept = formatFilter(look.filter)
  const unreadable = 'problem' in read && givenUp !== inAddress ? inAddress : null
  const isBehind = seen === inAddress && kept !== inAddress && unreadable === null
  useEffect(() => {
    if (!isBehind) return
    const follow = () => {
      sent.current.push(kept)
      const filter = kept === '' ? undefined : kept
      void navigate({ to: '.', search: (before: object) => ({ ...before, filter }), replace: true })
    }
    // The page is drawn anew for it, which must not be in the way of the rows.
    const timer = setTimeout(follow, ADDRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isBehind, kept, navigate])

  return {
    filter,
    unreadable,
    change: (next) => {
      change(conversation, { filter: next })
      if (unreadable !== null) setGivenUp(unreadable)
    },
  }
}

/** The filter that an address asks for; null when it asks for none, or for what is none. */
export function filterInAddress(value: unknown): Filter | null {
  const text = textOf(value)
  const read = parseFilter(text)
  return text !== '' && 'filter' in read ? read.filter : null
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
