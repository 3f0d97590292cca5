import { normaliseConversationId } from '../../../../shared/contract/index.ts'

/** Hex form where it is a UUID (contract §1.3), otherwise as it came. */
export function hexId(id: string): string {
  return normaliseConversationId(id) ?? id
}

export function hexIdOrNull(id: string | null): string | null {
  return id === null ? null : hexId(id)
}

export function hexIds(ids: readonly unknown[]): string[] {
  return ids.filter((id) => typeof id === 'string').map(hexId)
}
