import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, ProgressBar, TextField } from '../../ui/index.ts'
import { Finding, hostOf } from './finding.tsx'
import { useOpenFields } from './openFields.ts'
import { needsServer, type OpenField, type OpenRequest, readOpenFields } from './openInput.ts'
import styles from './shared.module.css'
import { useOpenShared } from './useOpenShared.ts'

/** Where a person pastes a link; what was pasted stays until something else is. */
export function OpenForm() {
  const navigate = useNavigate()
  const { fields, change } = useOpenFields()
  const [problems, setProblems] = useState<Partial<Record<OpenField, string>>>({})
  const { opening, open } = useOpenShared()
  const isBusy = opening.state === 'looking'

  async function look(request: OpenRequest) {
    const found = await open(request)
    if (found !== null && found.events > 0 && found.missing.length === 0) {
      void navigate({ to: '/c/$connectionId/$conversationId', params: found.conversation })
    }
  }

  function submit() {
    const reading = readOpenFields(fields)
    setProblems(reading.ok ? {} : reading.problems)
    if (reading.ok) void look(reading.request)
  }

  function edit(field: OpenField, text: string) {
    change({ [field]: text })
    setProblems({})
  }

  return (
    <form
      className={styles.form}
      aria-label="Open a shared conversation"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      <TextField
        label="Link or id"
        placeholder="https://host/shared/conversations/…"
        value={fields.link}
        onChange={(text) => edit('link', text)}
        error={problems.link ?? null}
        isDisabled={isBusy}
        isMono
        autoFocus
        autoComplete="off"
        inputMode="url"
      />
      {needsServer(fields.link) && (
        <TextField
          label="Server"
          placeholder="https://app.all-hands.dev"
          description="An id does not say where the conversation is."
          value={fields.server}
          onChange={(text) => edit('server', text)}
          error={problems.server ?? null}
          isDisabled={isBusy}
          isMono
          autoComplete="url"
          inputMode="url"
        />
      )}
      <TextField
        label="Events first"
        placeholder="ids of single events; none needed"
        value={fields.events}
        onChange={(text) => edit('events', text)}
        error={problems.events ?? null}
        isDisabled={isBusy}
        isMono
        autoComplete="off"
      />
      {isBusy ? (
        <ProgressBar label={`Asking ${hostOf(opening.request.baseUrl)}…`} onCancel={opening.cancel} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            Open
          </Button>
        </div>
      )}
      <Finding opening={opening} onRetry={(request) => void look(request)} />
    </form>
  )
}
