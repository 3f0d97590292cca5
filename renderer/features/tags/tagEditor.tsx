import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { TagChip, Tooltip, tagsInOrder } from '../../ui/index.ts'
import { TagDialog } from './tagDialog.tsx'
import styles from './tags.module.css'

export interface TagEditorProps {
  conversation: ConversationRef
  /** The tags as shown now; editing starts from the agent server's map, whatever these are. */
  recordTags: Readonly<Record<string, string>>
}

/** The tags of a conversation as chips, those that the server added as a number; pressing one, or `t`, edits them. */
export function TagEditor({ conversation, recordTags }: TagEditorProps) {
  const [editing, setEditing] = useState<{ focusKey: string | null } | null>(null)
  useShortcut({ keys: 't', label: 'Edit the tags', scope: 'Conversation' }, () => setEditing({ focusKey: null }))
  const all = tagsInOrder(recordTags)
  const added = all.filter(({ isServers }) => isServers)
  return (
    <div className={styles.chips}>
      {all.map(
        ({ key, value, isServers }) =>
          isServers || <TagChip key={key} name={key} value={value} onPress={() => setEditing({ focusKey: key })} />,
      )}
      {added.length > 0 && (
        <Tooltip text={`Added by the server: ${added.map(({ key, value }) => `${key}=${value}`).join(', ')}`}>
          <Button className={styles.added ?? ''} onPress={() => setEditing({ focusKey: null })}>
            +{added.length}
          </Button>
        </Tooltip>
      )}
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
