/** The value of a JSON text, or null when it is not one. The caller checks what came. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
