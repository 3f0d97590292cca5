import { useEffect, useState } from 'react'
import type { Conversation, LiveFacts } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, ConversationPill, FailureBanner, Pill, shortId, Tooltip } from '../../ui/index.ts'
import { useAgentServer } from '../agent/index.ts'
import { type CommandState, useCommand } from '../composer/index.ts'
import { ActionsMenu } from '../conversationActions/index.ts'
import { TagEditor } from '../tags/index.ts'
import styles from './conversation.module.css'
import { allowedCommands, type LiveStatus } from './liveStatus.ts'

export interface ConversationHeaderProps {
  record: Conversation
  facts: LiveFacts | null
  status: LiveStatus
}

type Command = 'run' | 'pause' | 'interrupt'

/** What the conversation is, how it is, and the three things that can be told to its agent. */
export function ConversationHeader({ record, facts, status }: ConversationHeaderProps) {
  const { client } = useRpc()
  const { connectionId, conversationId } = record
  const ref = { connectionId, conversationId }
  const { command, run } = useCommand<Command>()
  const [isPausing, setIsPausing] = useState(false)
  const allowed = allowedCommands(status)
  const { has } = useAgentServer(record, status)
  const isRunning = status.executionStatus === 'running'
  useEffect(() => {
    if (!isRunning) setIsPausing(false)
  }, [isRunning])

  async function call(name: Command) {
    const isAccepted = await run(name, (signal) => client.conversations[name](ref, { signal }))
    if (name === 'pause' && isAccepted) setIsPausing(true)
  }

  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title} title={record.title ?? undefined}>
          {record.title ?? `untitled · ${shortId(conversationId)}`}
        </h1>
        {record.isDeleted ? <Pill tone="warn">deleted</Pill> : <ConversationPill conversation={status} />}
        {isPausing && isRunning && <Pill tone="agent">pausing after this step</Pill>}
        <TagEditor conversation={ref} recordTags={facts?.tags ?? record.tags} />
        <span className={styles.space} />
        <CommandButton name="run" label="Run" keys="u" command={command} isAllowed={allowed.run} onPress={call} />
        <CommandButton
          name="pause"
          label="Pause"
          keys="p"
          command={command}
          isAllowed={allowed.pause && !isPausing}
          onPress={call}
        />
        {has('interrupt') !== false && (
          <CommandButton
            name="interrupt"
            label="Interrupt"
            keys="i"
            command={command}
            isAllowed={allowed.interrupt}
            onPress={call}
          />
        )}
        {command.state === 'running' && (
          <Button variant="quiet" onPress={command.cancel}>
            Cancel
          </Button>
        )}
        <ActionsMenu record={record} status={status} />
      </header>
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={command.retry} isStrip />}
      {command.state === 'done' && (
        <p className={styles.spoken} role="status">
          {command.note}
        </p>
      )}
    </>
  )
}

const WHAT: Record<Command, string> = {
  run: 'Let the agent go on',
  pause: 'Stop after the current step',
  interrupt: 'Stop the current step now',
}

function CommandButton(props: {
  name: Command
  label: string
  keys: string
  command: CommandState<Command>
  isAllowed: boolean
  onPress: (name: Command) => Promise<void>
}) {
  const { name, label, keys, command, isAllowed, onPress } = props
  const isBusy = command.state === 'running'
  const press = () => void onPress(name)
  useShortcut(
    { keys, label: `${label}: ${WHAT[name].toLowerCase()}`, scope: 'Conversation', isEnabled: isAllowed && !isBusy },
    press,
  )
  return (
    <Tooltip text={WHAT[name]} keys={keys}>
      <Button isDisabled={!isAllowed || isBusy} isPending={isBusy && command.name === name} onPress={press}>
        {label}
      </Button>
    </Tooltip>
  )
}
