import type { Lane } from '../../../shared/domain/index.ts'

/** Shape and word per lane: colour alone says nothing. */
export const LANE_GLYPHS: Record<Lane, string> = {
  user: '●',
  agent: '◆',
  tool: '▸',
  env: '○',
  hook: '⌁',
  memory: '≋',
}

export const LANE_NAMES: Record<Lane, string> = {
  user: 'user',
  agent: 'agent',
  tool: 'tool',
  env: 'environment',
  hook: 'hook',
  memory: 'memory',
}
