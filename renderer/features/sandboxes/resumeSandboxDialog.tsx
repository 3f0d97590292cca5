import { useQuery } from '@tanstack/react-query'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, ProgressBar } from '../../ui/index.ts'
import { SandboxActionDialog, type SandboxWish } from './sandboxActionDialog.tsx'

export interface ResumeSandboxDialogProps {
  connectionId: string
  sandboxId: string
  /** What it is resumed for, where that is more than to have it awake. */
  wish?: SandboxWish
  onClose: () => void
}

/** The question before a resume, for a page that knows the sandbox by its id: who is in it is looked up first. */
export function ResumeSandboxDialog({ connectionId, sandboxId, wish, onClose }: ResumeSandboxDialogProps) {
  const { orpc } = useRpc()
  const { data, error, isPending, refetch } = useQuery(orpc.sandboxes.list.queryOptions({ input: { connectionId } }))
  const failure = useFailure(error)
  const sandbox = data?.find(({ id }) => id === sandboxId)
  return (
    <SandboxActionDialog
      connectionId={connectionId}
      id={sandboxId}
      sandbox={sandbox}
      sandboxes={data ?? []}
      action="resume"
      {...(wish && { wish })}
      onClose={onClose}
    >
      {isPending ? (
        <ProgressBar label="Looking who is in it…" />
      ) : failure !== null ? (
        <FailureBanner failure={failure} onRetry={() => void refetch()} />
      ) : (
        <>
          <p>The server does not list this sandbox now. It may be gone, or out of reach for a moment.</p>
          <Button onPress={() => void refetch()}>Look again</Button>
        </>
      )}
    </SandboxActionDialog>
  )
}
