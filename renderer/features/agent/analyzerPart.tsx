import { useQueryClient } from '@tanstack/react-query'
import { SECURITY_ANALYZERS, type SecurityAnalyzer } from '../../../shared/contract/index.ts'
import type { AgentSettings, AnalyzerChoice, ConversationRef } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { type Choice, Select } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import { CommandNotice } from './commandNotice.tsx'
import { Part } from './part.tsx'

export interface AnalyzerPartProps {
  conversation: ConversationRef
  settings: AgentSettings
  /** Older servers know only the model's own judgement. */
  hasPatterns: boolean
}

const NONE = 'none'
const WORDS: Record<SecurityAnalyzer, { name: string; detail: string }> = {
  LLMSecurityAnalyzer: { name: 'The model itself', detail: 'It states a risk with each action.' },
  PatternSecurityAnalyzer: { name: 'Patterns', detail: 'Looks for dangerous commands and injected instructions.' },
  PolicyRailSecurityAnalyzer: { name: 'Rails', detail: 'A few fixed rules for the worst actions.' },
}

/** What says how risky an action is. */
export function AnalyzerPart({ conversation, settings, hasPatterns }: AnalyzerPartProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { command, run } = useCommand<'analyzer'>()
  const current = settings.analyzer ?? NONE
  const offered = SECURITY_ANALYZERS.filter((kind) => hasPatterns || kind === 'LLMSecurityAnalyzer')
  const isOther = current !== NONE && !offered.some((kind) => kind === current)
  const choices: Choice[] = [
    { id: NONE, name: 'None', detail: 'Every risk is unknown.' },
    ...offered.map((id) => ({ id, ...WORDS[id] })),
    ...(isOther ? [{ id: current, name: current, detail: 'Set elsewhere; Handrail cannot set it.' }] : []),
  ]

  async function choose(id: string) {
    const analyzer: AnalyzerChoice | undefined = id === NONE ? null : offered.find((kind) => kind === id)
    if (analyzer === undefined || id === current) return
    const isSet = await run('analyzer', (signal) => client.agent.setAnalyzer({ ...conversation, analyzer }, { signal }))
    if (isSet) await queries.invalidateQueries({ queryKey: orpc.agent.settings.key({ input: conversation }) })
  }

  return (
    <Part name="Security analyzer" about="Says how risky an action is, for the policy to decide on.">
      <Select label="Who judges the risk" value={current} choices={choices} onChange={(id) => void choose(id)} />
      <CommandNotice command={command} doing="Setting the analyzer…" />
    </Part>
  )
}
