import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { TagChip, tagsInOrder } from '../../ui/index.ts'
import { TagDialog } from './tagDialog.tsx'
import styles from './tags.module.css'

export interface TagEditorProps {
  conversation: ConversationRef
  /** The tags as shown now; editing starts from the agent server's map, whatever these are. */
  recordTags: Readonly<Record<string, string>>
}

/** The tags of a conversation as chips; pressing one, or `t`, edits them. */
export function TagEditor({ conversation, recordTags }: TagEditorProps) {
  const [editing, setEditing] = useState<{ focusKey: string | null } | null>(null)
  useShortcut({ keys: 't', label: 'Edit the tags', scope: 'Conversation' }, () => setEditing({ focusKey: null }))
  return (
    <div className={styles.chips}>
      {tagsInOrder(recordTags).map(({ key, value, isServers }) => (
        <TagChip key={key} name={key} value={value} isQuiet={isServers} onPress={() => setEditing({ focusKey: key })} />
      ))}
      <Button className={styles.add ?? ''} onPress={() => setEditing({ focusKey: null })}>
        + tag
      </Button>
      {editing !== null && (
        <TagDialog
          conversation={conversation}
          recordTags={recordTags}
          focusKey={editing.focusKey}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  )
}
