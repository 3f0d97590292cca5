const LIMIT = 100

/** Milliseconds to fetch the newest page of an agent server and do nothing with it. */
export async function rawNewestPage(conversationUrl: string, key: string): Promise<number> {
  const began = performance.now()
  await page(`${conversationUrl}/events/search?limit=${LIMIT}&sort_order=TIMESTAMP_DESC`, key)
  return performance.now() - began
}

/** Milliseconds to fetch every page one after the other and do nothing with them; the texts are kept. */
export async function rawAllPages(conversationUrl: string, key: string): Promise<{ ms: number; texts: string[] }> {
  const began = performance.now()
  const texts: string[] = []
  let next: string | undefined
  do {
    const cursor = next === undefined ? '' : `&page_id=${encodeURIComponent(next)}`
    const text = await page(`${conversationUrl}/events/search?limit=${LIMIT}${cursor}`, key)
    texts.push(text)
    next = /"next_page_id"\s*:\s*"([^"]+)"\s*\}\s*$/.exec(text.slice(-300))?.[1]
  } while (next !== undefined)
  return { ms: performance.now() - began, texts }
}

/** Bytes of the JSON of the newest events. */
export async function eventBytes(conversationUrl: string, key: string, count: number): Promise<number> {
  const text = await page(`${conversationUrl}/events/search?limit=${count}&sort_order=TIMESTAMP_DESC`, key)
  const { items } = JSON.parse(text) as { items: unknown[] }
  if (items.length < count) throw new Error(`${items.length} of ${count} events came on one page`)
  return items.reduce<number>((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0)
}

async function page(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-session-api-key': key } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.text()
}
