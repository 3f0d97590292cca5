import type { OpenConversation } from '../columns/openConversation.ts'
import type { LightReader } from './lightReader.ts'

/** Finds text in what rows show of events: read once for a conversation, then kept while its columns are. */
export class TextOfRows {
  readonly #lights: LightReader
  readonly #kept = new WeakMap<object, string[]>()

  constructor(lights: LightReader) {
    this.#lights = lights
  }

  /** Slots of the events whose row holds the text, in whatever case. */
  matches({ columns, conversation }: OpenConversation, text: string): number[] {
    const rows = this.#kept.get(columns) ?? []
    this.#kept.set(columns, rows)
    const wanted = text.toLowerCase()
    const found: number[] = []
    for (let slot = 0; slot < columns.count; slot += 1) {
      const id = columns.ids[slot] ?? ''
      const row = rows[slot] ?? this.#textOf(conversation.conv, id)
      rows[slot] = row
      if (row.includes(wanted)) found.push(slot)
    }
    return found
  }

  #textOf(conv: number, id: string): string {
    const light = this.#lights.read(conv, id)
    return light === null ? '' : `${light.label}\n${light.summary}\n${light.result}\n${id}`.toLowerCase()
  }
}
