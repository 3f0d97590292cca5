import type { ConversationRef } from '../../../shared/domain/index.ts'
import { openReadOnly } from '../../core/archive/readOnly.ts'
import { createConnections } from '../../core/vault/index.ts'
import { nameOf, recordOf } from '../findConversation.ts'
import type { CommandWork } from './command.ts'

/** `stats` */
export const statsCommand: CommandWork = async ({ options, output }) => {
  const archive = openReadOnly(options.dataDir)
  try {
    const connections = (await createConnections(options)).list()
    const { conversations: sizes, ...usage } = await archive.usage()
    const sizeOf = (ref: ConversationRef) => {
      const found = sizes.find((one) => nameOf(one) === nameOf(ref))
      return { rawBytes: found?.rawBytes ?? 0, bytes: found?.bytes ?? 0 }
    }
    const conversations = archive.stored().map(({ ref, load }) => ({
      ...ref,
      connection: connections.find(({ id }) => id === ref.connectionId)?.name ?? ref.connectionId,
      title: recordOf(archive, ref)?.title ?? null,
      events: load.stored,
      ...sizeOf(ref),
      server: load.serverCount === null ? null : { count: load.serverCount, checkedAt: load.serverCheckedAt },
      gaps: load.gaps,
      nonconforming: load.nonconforming,
    }))
    const stats = await archive.stats()
    const lines = conversations.map((one) => {
      const sizes = `${String(one.events).padStart(8)}  ${megabytes(one.bytes).padStart(10)}`
      return `${sizes}  ${nameOf(one)}  ${one.title ?? 'untitled'} (${one.connection})`
    })
    const { databaseBytes, walBytes, freeBytes, leavingBytes } = usage
    const toGive = `${megabytes(walBytes)} of them log, ${megabytes(freeBytes + leavingBytes)} free`
    const sum = `${stats.events} events of ${conversations.length} conversations in ${megabytes(databaseBytes + walBytes)} (${toGive})`
    output.result({ dataDir: options.dataDir, ...stats, ...usage, conversations }, [...lines, sum].join('\n'))
    return true
  } finally {
    archive.close()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
