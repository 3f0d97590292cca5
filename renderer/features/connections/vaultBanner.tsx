import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { PassphraseDialog } from './passphraseDialog.tsx'

/** Says that keys are locked, wherever one is, and opens them. */
export function VaultBanner() {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const status = useQuery(orpc.vault.status.queryOptions({ input: {} }))
  if (status.data?.state !== 'locked') return null
  return (
    <>
      <Banner
        tone="warn"
        title="The keys are locked."
        isStrip
        actions={<Button onPress={() => setIsAsking(true)}>Unlock…</Button>}
      >
        What the archive holds is shown; no server is asked until the passphrase is entered.
      </Banner>
      <PassphraseDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onUnlocked={() => {
          setIsAsking(false)
          void queries.invalidateQueries()
        }}
      />
    </>
  )
}
