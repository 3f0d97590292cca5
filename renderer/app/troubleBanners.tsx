import { useCallback, useState } from 'react'
import type { Troubles } from '../../shared/rpc/index.ts'
import { type StreamCall, useRpc, useStream } from '../rpc/index.ts'
import { Banner, Button, formatTime } from '../ui/index.ts'

/** What is wrong in Handrail itself: why nothing can be stored now, and what was lost, until it is dismissed. */
export function TroubleBanners() {
  const { client } = useRpc()
  const [{ blocked, troubles }, setTold] = useState<Troubles>({ blocked: null, troubles: [] })
  const call = useCallback<StreamCall<Troubles>>((signal) => client.host.troubles({}, { signal }), [client])
  useStream(call, setTold)
  const [newest] = troubles
  return (
    <>
      {blocked !== null && (
        <Banner tone="danger" title={blocked} isStrip>
          What is stored can be read; conversations go on where they stopped.
        </Banner>
      )}
      {newest !== undefined && (
        <Banner
          tone="warn"
          title={newest.message}
          isStrip
          actions={
            <Button onPress={() => void client.host.dismissTrouble({ id: newest.id }).catch(() => undefined)}>
              Dismiss
            </Button>
          }
        >
          {formatTime(newest.at)}
          {troubles.length > 1 && ` · ${troubles.length - 1} more`}
        </Banner>
      )}
    </>
  )
}
