/** The embedded local service: a whole app server with agent servers, on loopback, in this process. */
export { type Clock, ManualClock } from './clock.ts'
export type { LocalControl } from './control/control.ts'
export type { Failure } from './http/faults.ts'
export type { Dialect, LocalServiceOptions } from './options.ts'
export { type LocalService, startLocalService } from './service.ts'
