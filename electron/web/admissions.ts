import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const MOST_TICKETS = 32
const MOST_SESSIONS = 256

/**
 * Who may open a socket. Both secrets have 256 random bits, live in memory only and end with the host.
 *
 * A *ticket* is the token of a printed or opened link. It can be used once: links stay in terminals, chats and browser
 * histories, and using one again must give nothing (a replayed token). A *session* is what a tab gets for its ticket
 * and keeps in sessionStorage; it opens sockets again after a reload or a broken connection, in that tab only.
 */
export class Admissions {
  /** Digests: whoever reads this memory, or a dump of it, cannot connect with what is found. */
  #tickets: Buffer[] = []
  #sessions: Buffer[] = []

  /** A fresh ticket. The oldest unused one goes when there are too many. */
  issueTicket(): string {
    const ticket = randomBytes(32).toString('base64url')
    this.#tickets = [...this.#tickets, digest(ticket)].slice(-MOST_TICKETS)
    return ticket
  }

  /** The session for a ticket, which is used up by it; null for a ticket that is unknown or was used. */
  redeem(ticket: string): string | null {
    const index = indexOf(this.#tickets, ticket)
    if (index === -1) return null
    this.#tickets.splice(index, 1)
    const session = randomBytes(32).toString('base64url')
    this.#sessions = [...this.#sessions, digest(session)].slice(-MOST_SESSIONS)
    return session
  }

  /** Whether the session is one of ours. Using it keeps it from being the oldest. */
  recognise(session: string): boolean {
    const index = indexOf(this.#sessions, session)
    if (index === -1) return false
    this.#sessions.push(...this.#sessions.splice(index, 1))
    return true
  }
}

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** Compares with every known digest in constant time, so that the delay tells nothing of how near a guess was. */
function indexOf(known: Buffer[], secret: string): number {
  const shown = digest(secret)
  let found = -1
  known.forEach((each, index) => {
    if (timingSafeEqual(each, shown)) found = index
  })
  return found
}
