import { htmlEvent } from './htmlEvent.ts'
import { htmlHead } from './htmlHead.ts'
import type { ExportHead, ExportWriter } from './writer.ts'

/** Events of one part of the page: a browser lays out the parts that are on the screen, and the list of them stays short. */
export const EVENTS_A_PART = 500

/** A page that is read as it is, without scripts and without a network, however long it is. */
export class HtmlWriter implements ExportWriter {
  #parts: string[]
  #isOpen = false

  constructor(head: ExportHead) {
    this.#parts = [htmlHead(head, EVENTS_A_PART)]
  }

  event(position: number, id: string, json: string): void {
    if (position % EVENTS_A_PART === 0) {
      if (this.#isOpen) this.#parts.push('</section>\n')
      this.#parts.push(`<section id="p${position / EVENTS_A_PART}">\n`)
      this.#isOpen = true
    }
    this.#parts.push(htmlEvent(position, id, json))
  }

  end(lost: number): void {
    if (this.#isOpen) this.#parts.push('</section>\n')
    const note = lost === 0 ? '' : `<p class="warn">${lost} events could not be read: the archive is damaged there.</p>`
    this.#parts.push(`${note}</main></body></html>\n`)
  }

  take(): Uint8Array {
    const text = this.#parts.join('')
    this.#parts = []
    return Buffer.from(text)
  }
}
