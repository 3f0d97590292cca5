import type { SandboxSpec } from '../../../../shared/domain/index.ts'
import { fieldsOf } from './fields.ts'

/** Reads a SandboxSpecInfo (contract §4); null when it has no id. Of `initial_env` the names alone: values may be secrets. */
export function readSandboxSpec(connectionId: string, record: unknown): SandboxSpec | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  return {
    connectionId,
    id,
    command: fields.list('command').filter((part) => typeof part === 'string'),
    createdAt: fields.time('created_at'),
    workingDir: fields.text('working_dir'),
    environment: fields
      .object('initial_env')
      .entries()
      .map(([name]) => name),
  }
}
