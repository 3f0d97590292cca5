import { GROUPING_STRATEGIES } from '../../../shared/contract/index.ts'
import { refuse } from '../http/refusal.ts'
import type { Request, Route } from '../http/route.ts'
import { ORG_ID } from '../world/account.ts'
import type { World } from '../world/world.ts'

/** True once a strategy that does not exist was stored (contract §18.4). */
export function isLocked({ settings }: World): boolean {
  return !GROUPING_STRATEGIES.some((strategy) => strategy === settings.sandbox_grouping_strategy)
}

/** What a locked account still answers: it reads secrets, and refuses new settings with 400 (recorded). */
function worksLocked({ method, path }: Route<World>): boolean {
  return path.startsWith('/api/v1/secrets') || (method === 'POST' && path === '/api/v1/settings')
}

/** The routes as a locked account has them: everything that needs its settings ends in 500. */
export function lockable(routes: readonly Route<World>[]): Route<World>[] {
  return routes.map((route) => {
    if (route.isPublic === true || worksLocked(route)) return route
    return {
      ...route,
      handle(request) {
        if (isLocked(request.server)) throw new Error('the settings of the account cannot be read')
        return route.handle(request)
      },
    }
  })
}

/** `X-Org-Id` chooses among the user's organisations; there is one (contract §12). */
export function checkOrganisation(request: Request<World>): void {
  const given = request.header('x-org-id')
  if (given !== undefined && given !== ORG_ID) throw refuse(403, `You are not a member of organization ${given}`)
}
