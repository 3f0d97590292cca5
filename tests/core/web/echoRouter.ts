import { os } from '@orpc/server'

/** A router with one procedure, to see that calls get through. */
export const echoRouter = { echo: os.handler(({ input }) => input) }
