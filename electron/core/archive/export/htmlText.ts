import { stripVTControlCharacters } from 'node:util'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand in an element or in a quoted attribute. Colours of terminals are left out. */
export function escaped(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
