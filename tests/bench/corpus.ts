const SYLLABLES = 'ba co di fe gu ha je ki lo mu na po ri so tu ve wi xa yo ze ter con pre str ing'.split(' ')
const VOCABULARY = 40_000
/** Events of a conversation are a second apart, conversations an hour. */
const FIRST_MS = Date.UTC(2026, 0, 1)

/** Events as agents make them, about 1 KB each, out of words that are as often as words are. The same for a seed. */
export class Corpus {
  readonly words: string[] = []
  #state: number

  constructor(seed: number) {
    this.#state = seed
    while (this.words.length < VOCABULARY) {
      const length = 2 + this.below(3)
      this.words.push(Array.from({ length }, () => SYLLABLES[this.below(SYLLABLES.length)]).join(''))
    }
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }

  /** The page of events `first` to `first + count` of a conversation, as an agent server writes it. */
  page(conversation: number, first: number, count: number): string {
    const items = Array.from({ length: count }, (_, at) => this.#event(conversation, first + at))
    return `{"items":[${items.join(',')}],"next_page_id":null}`
  }

  #event(conversation: number, n: number): string {
    const id = `${hex(conversation, 8)}-0000-4000-8000-${hex(n, 12)}`
    const timestamp = new Date(FIRST_MS + conversation * 3_600_000 + n * 1_000).toISOString().slice(0, -1)
    const common = { id, timestamp, tool_name: 'terminal', tool_call_id: `call_${hex(n >> 1, 12)}` }
    if (n % 2 === 1) {
      const text = `${this.#text(90)} line ${this.below(1_000_000)}`
      const metadata = { exit_code: 0, pid: -1, username: 'openhands', hostname: 'runtime', prefix: '', suffix: '' }
      const content = [{ cache_prompt: false, type: 'text', text }]
      const observation = { content, is_error: false, exit_code: 0, metadata, kind: 'TerminalObservation' }
      return JSON.stringify({ ...common, source: 'environment', observation, kind: 'ObservationEvent' })
    }
    const command = `${this.#text(6)} /workspace/project/${this.#text(1)}/${this.#text(1)}.ts`
    const summary = this.#text(4)
    const thought = [{ cache_prompt: false, type: 'text', text: this.#text(30) }]
    const call = { id: common.tool_call_id, name: 'terminal', origin: 'completion' }
    return JSON.stringify({
      ...common,
      source: 'agent',
      thought,
      action: { command, is_input: false, kind: 'TerminalAction' },
      tool_call: { ...call, arguments: JSON.stringify({ command, summary }) },
      llm_response_id: `chatcmpl-${hex(n, 12)}`,
      security_risk: 'LOW',
      summary,
      kind: 'ActionEvent',
    })
  }

  /** Words whose rank and frequency multiply to about the same. */
  #text(count: number): string {
    const rank = () => Math.floor(Math.exp((this.below(1_000_000) / 1_000_000) * Math.log(VOCABULARY))) - 1
    return Array.from({ length: count }, () => this.words[rank()]).join(' ')
  }
}

function hex(n: number, digits: number): string {
  return n.toString(16).padStart(digits, '0')
}
