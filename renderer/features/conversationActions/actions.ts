import { AGENT_ACTIONS } from '../agent/index.ts'
import { DeleteDialog } from '../deleteConversation/index.ts'
import { SHARE } from '../shared/index.ts'
import { EXPORT } from '../transfer/index.ts'
import { DownloadDialog } from '../work/index.ts'
import type { ActionStatus, ConversationAction } from './action.ts'
import { RenameDialog } from './renameDialog.tsx'
import { RepositoryDialog } from './repositoryDialog.tsx'
import { SwitchModelDialog } from './switchModelDialog.tsx'

const isApp: ConversationAction['isOffered'] = (kind) => kind === 'app'

/** In the order of the menu; what cannot be undone comes last. */
export const ACTIONS: readonly ConversationAction[] = [
  {
    id: 'rename',
    label: 'Rename…',
    keys: 'F2',
    blocked: (_, record) => (record.isDeleted ? DELETED : null),
    Dialog: RenameDialog,
  },
  {
    id: 'repository',
    label: 'Repository and branch…',
    isOffered: isApp,
    blocked: (_, record) => (record.isDeleted ? DELETED : null),
    Dialog: RepositoryDialog,
  },
  {
    id: 'switch-model',
    label: ({ acpServer }) => (acpServer === null ? 'Switch profile…' : 'Switch model…'),
    keys: 'm',
    isOffered: isApp,
    blocked: (status, record) => (record.isDeleted ? DELETED : notAwake(status)),
    Dialog: SwitchModelDialog,
  },
  ...AGENT_ACTIONS,
  {
    id: 'download',
    label: 'Download the trajectory from the server…',
    keys: 'd',
    blocked: (_, record) => (record.isDeleted ? DELETED : null),
    Dialog: DownloadDialog,
  },
  EXPORT,
  SHARE,
  {
    id: 'delete',
    label: 'Delete…',
    keys: 'shift+Delete',
    isDangerous: true,
    isOffered: isApp,
    blocked: (_, record) => (record.isDeleted ? DELETED : null),
    Dialog: DeleteDialog,
  },
]

const DELETED = 'The server does not have it any more.'

function notAwake({ sandboxStatus }: ActionStatus): string | null {
  return sandboxStatus === 'RUNNING' ? null : 'Its sandbox has to run for this.'
}
