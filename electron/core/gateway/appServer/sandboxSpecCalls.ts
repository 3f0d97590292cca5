import { requireList } from '../http/answerShape.ts'
import { pageOf } from '../pages.ts'
import { readSandboxSpec } from '../records/sandboxSpec.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'

const PATH = '/api/v1/sandbox-specs'

export function sandboxSpecCalls(session: AppSession): Pick<AppServerClient, 'sandboxSpecs' | 'sandboxSpecsById'> {
  const read = (record: unknown) => readSandboxSpec(session.connectionId, record)

  return {
    async sandboxSpecs(pageId, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: `${PATH}/search`,
          query: { limit: '100', page_id: pageId },
          purpose: 'list the sandbox specs',
          isIdempotent: true,
        },
        'person',
        signal,
      )
      return pageOf(call, answer, read)
    },

    async sandboxSpecsById(ids, signal) {
      if (ids.length === 0) return []
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: PATH,
          query: { id: ids },
          purpose: ids.length === 1 ? `read sandbox spec ${ids[0]}` : `read ${ids.length} sandbox specs`,
          isIdempotent: true,
        },
        'person',
        signal,
      )
      const specs = requireList(call, answer).map(read)
      const byId = new Map(specs.filter((spec) => spec !== null).map((spec) => [spec.id, spec]))
      return ids.map((id) => byId.get(id) ?? null)
    },
  }
}
