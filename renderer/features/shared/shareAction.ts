import type { ConversationAction } from '../conversationActions/index.ts'
import { ShareDialog } from './shareDialog.tsx'

/** Only an app server has something to share with people who have no account there. */
export const SHARE: ConversationAction = {
  id: 'share',
  label: ({ isPublic }) => (isPublic ? 'Shared: link, stop sharing…' : 'Share…'),
  keys: 'h',
  isOffered: (kind) => kind === 'app',
  blocked: (_, { isDeleted }) => (isDeleted ? 'The server does not have it any more.' : null),
  Dialog: ShareDialog,
}
