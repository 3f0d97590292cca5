/** The part of an id that people recognise in a sentence. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}
