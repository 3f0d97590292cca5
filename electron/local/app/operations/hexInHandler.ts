import { hexOf } from '../../ids.ts'

/** The id of a route whose real handler parses it itself: a malformed one ends as 500 (contract §18.4). */
export function hexInHandler(id: string): string {
  const hex = hexOf(id)
  if (hex === undefined) throw new Error('badly formed hexadecimal UUID string')
  return hex
}
