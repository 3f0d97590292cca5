/** What a colour says, the same everywhere. `agent`: at rest by someone's wish (paused). */
export type Tone = 'neutral' | 'faint' | 'accent' | 'ok' | 'warn' | 'danger' | 'agent'
