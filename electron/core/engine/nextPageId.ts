const AT_END = /"next_page_id"\s*:\s*(?:null|"([^"\\]*)")\s*\}\s*$/

/**
 * Reads `next_page_id` from the end of a page's text without parsing the page, so that page n+1 is asked for while
 * page n is stored. `undefined`: not at the end, the archive's parse decides. `null`: the last page.
 */
export function nextPageIdOf(pageText: string): string | null | undefined {
  const match = AT_END.exec(pageText.slice(-300))
  return match === null ? undefined : (match[1] ?? null)
}
