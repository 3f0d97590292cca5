import type { FormEvent } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, Kbd, ProgressBar, TextField } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import styles from './agent.module.css'
import { useAgentDrafts, useAnswers, useDraft } from './agentDrafts.ts'

export interface QuestionFormProps {
  conversation: ConversationRef
  /** In a dialog of its own: takes the focus and the key. */
  isAlone?: boolean
}

/** Asks the agent beside the conversation, and shows the answers of this session. */
export function QuestionForm({ conversation, isAlone = false }: QuestionFormProps) {
  const { client } = useRpc()
  const { command, run } = useCommand<'ask'>()
  const { question } = useDraft(conversation)
  const answers = useAnswers(conversation)
  const { change, addAnswer } = useAgentDrafts.getState()
  const isAsking = command.state === 'running'
  const canAsk = question.trim() !== '' && !isAsking

  async function ask() {
    if (!canAsk) return
    const asked = question.trim()
    await run('ask', async (signal) => {
      const { answer } = await client.agent.ask({ ...conversation, question: asked }, { signal })
      addAnswer(conversation, asked, answer)
      change(conversation, { question: '' })
      return { note: '' }
    })
  }
  useShortcut(
    { keys: 'mod+Enter', label: 'Ask', scope: 'Question', whileTyping: true, isEnabled: canAsk && isAlone },
    () => void ask(),
  )

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void ask()
      }}
    >
      <TextField
        label="Question"
        placeholder="What is left to do?"
        rows={2}
        value={question}
        isReadOnly={isAsking}
        onChange={(text) => change(conversation, { question: text })}
        autoFocus={isAlone}
      />
      {isAsking ? (
        <ProgressBar label="The agent is thinking…" onCancel={command.cancel} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isDisabled={!canAsk}>
            Ask {isAlone && <Kbd keys="mod+Enter" />}
          </Button>
        </div>
      )}
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={command.retry} />}
      {answers.length > 0 && (
        <ol className={styles.answers} aria-label="Answers" aria-live="polite">
          {answers.map(({ number, question: asked, answer }) => (
            <li key={number} className={styles.answer}>
              <p className={styles.asked}>{asked}</p>
              <p className={styles.prose}>{answer}</p>
            </li>
          ))}
        </ol>
      )}
    </form>
  )
}
