import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The token of one launch: 256 random bits in the fragment of the printed link. It opens sockets for as long as this
 * host runs, because a tab that reloads, a second tab and a tunnel that broke all come back with it; after the next
 * launch it is worth nothing (a replayed token).
 */
export class LaunchToken {
  readonly text = randomBytes(32).toString('base64url')
  readonly #digest = digest(this.text)

  /** Compares in constant time, so that the delay tells nothing of how near a guess was. */
  is(shown: string): boolean {
    return timingSafeEqual(this.#digest, digest(shown))
  }
}

const digest = (secret: string) => createHash('sha256').update(secret).digest()
