import { Button, Dialog } from '../../ui/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import styles from './agent.module.css'
import { QuestionForm } from './questionForm.tsx'

export const ABOUT_QUESTIONS =
  'The agent answers from what it has in mind. Neither the conversation nor its run changes; each answer costs a call of the model and is kept until Handrail is closed.'

export function AskDialog({ record, onClose }: ActionDialogProps) {
  const { connectionId, conversationId } = record
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Ask the agent"
      width="wide"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <p className={styles.about}>{ABOUT_QUESTIONS}</p>
      <QuestionForm conversation={{ connectionId, conversationId }} isAlone />
    </Dialog>
  )
}
