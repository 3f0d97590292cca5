import { useNavigate, useSearch } from '@tanstack/react-router'
import { isImported, sharedBaseUrl } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { Tabs } from '../../ui/index.ts'
import { AgentSection } from '../agent/index.ts'
import { useConnections } from '../connections/index.ts'
import { ConversationSearch } from '../search/index.ts'
import { ServerPartSection } from '../shared/index.ts'
import { Changes, Files, Setup } from '../work/index.ts'
import { About } from './about.tsx'
import { Details } from './details.tsx'
import type { Section, SectionProps } from './section.ts'
import { Workspace } from './workspace.tsx'

const SECTIONS: readonly Section[] = [
  { id: 'timeline', name: 'Timeline', isForShared: true, isForImported: true, Content: Workspace },
  { id: 'changes', name: 'Changes', Content: Changes },
  { id: 'files', name: 'Files', Content: Files },
  { id: 'setup', name: 'Setup', isOffered: (kind) => kind === 'app', Content: Setup },
  { id: 'agent', name: 'Agent', Content: AgentSection },
  { id: 'details', name: 'Details', isForShared: true, isForImported: true, Content: Details },
  { id: 'search', name: 'Search', isForShared: true, isForImported: true, Content: ConversationSearch },
  { id: 'part', name: 'Ask for a part', isOffered: () => false, isForShared: true, Content: ServerPartSection },
]

/** The pages of a conversation; which one is shown is part of the address. */
export function Sections(props: SectionProps) {
  const { connections } = useConnections()
  const kind = connections.find(({ id }) => id === props.conversation.connectionId)?.kind ?? 'app'
  const { connectionId } = props.conversation
  const isShared = sharedBaseUrl(connectionId) !== null
  const offered = SECTIONS.filter(({ isOffered, isForShared, isForImported }) => {
    if (isImported(connectionId)) return isForImported
    return isShared ? isForShared : isOffered === undefined || isOffered(kind)
  })
  const wanted = useSearch({ strict: false, select: ({ section }: { section?: string }) => section })
  const selected = offered.find(({ id }) => id === wanted)?.id ?? 'timeline'
  const navigate = useNavigate()
  const select = (section: string) =>
    void navigate({
      to: '.',
      // The timeline's filter stays where it is.
      search: (before: object) => ({ ...before, section: section === 'timeline' ? undefined : section }),
      replace: true,
    })
  return (
    <>
      {offered.map(({ id, name }, index) => (
        <SectionKey key={id} name={name} keys={String(index + 1)} onPress={() => select(id)} />
      ))}
      <Tabs
        label="Parts of the conversation"
        selected={selected}
        onSelect={select}
        items={offered.map(({ id, name, Content }) => ({ id, name, content: <Content {...props} /> }))}
        aside={<About record={props.record} facts={props.sync.facts} />}
      />
    </>
  )
}

function SectionKey({ name, keys, onPress }: { name: string; keys: string; onPress: () => void }) {
  useShortcut({ keys, label: `Show: ${name.toLowerCase()}`, scope: 'Conversation' }, onPress)
  return null
}
