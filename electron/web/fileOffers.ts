import { randomBytes } from 'node:crypto'
import type { Clock } from '../core/ports.ts'

/** A file that nobody fetched is offered no longer after this. */
const LIFE_MS = 10 * 60_000
export const OFFER_PATH = '/download/'

/** Files that the page may fetch, each once, under an address that only it was told (architecture decision 17). */
export class FileOffers {
  readonly #files = new Map<string, { file: string; until: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Gives the address, a path of this host. */
  offer(file: string): string {
    const ticket = randomBytes(32).toString('base64url')
    this.#files.set(ticket, { file, until: this.#clock.now() + LIFE_MS })
    return `${OFFER_PATH}${ticket}`
  }

  /** The file of an address, once; null for any other. */
  take(path: string): string | null {
    const ticket = path.slice(OFFER_PATH.length)
    const offer = this.#files.get(ticket)
    this.#files.delete(ticket)
    return offer === undefined || offer.until < this.#clock.now() ? null : offer.file
  }
}
