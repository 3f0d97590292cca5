/** An event as it came over the wire: nothing about its shape is certain (architecture decision 11). */
export type WireObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses an event; null when the text is not a JSON object. */
export function parseEvent(json: string): WireObject | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The value at a path; undefined where anything on the way is missing or of another shape. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof step === 'number') current = Array.isArray(current) ? current[step] : undefined
    else current = isObject(current) ? current[step] : undefined
  }
  return current
}

export function text(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : null
}

export function number(value: unknown, ...path: (string | number)[]): number | null {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : null
}

export function list(value: unknown, ...path: (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Text of a content list (contract §9: TextContent and ImageContent), of one item, or of a bare string. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (isObject(content)) return text(content, 'text') ?? ''
  return list(content)
    .map((item) => (typeof item === 'string' ? item : (text(item, 'text') ?? '')))
    .filter((part) => part !== '')
    .join('\n')
}

/** Image addresses of a content list, in order. */
export function contentImages(content: unknown): string[] {
  return list(content).flatMap((item) =>
    list(item, 'image_urls').filter((url): url is string => typeof url === 'string'),
  )
}
