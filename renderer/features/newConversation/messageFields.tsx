import { useNewConversation } from '../../state/newConversation.ts'
import { Check, TextField } from '../../ui/index.ts'

/** The first message, and whether the agent begins on it. */
export function MessageFields() {
  const { draft, change } = useNewConversation()
  return (
    <>
      <TextField
        label="Message"
        placeholder="What should the agent do?"
        rows={5}
        value={draft.text}
        onChange={(text) => change({ text })}
        autoFocus
      />
      <Check
        isSelected={draft.run}
        onChange={(run) => change({ run })}
        description={
          draft.run ? 'It begins as soon as the conversation is ready.' : 'The message waits until you run the agent.'
        }
      >
        Run the agent on it
      </Check>
    </>
  )
}
