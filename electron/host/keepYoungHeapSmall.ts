import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the part of the heap that holds what was just made at its first size. Pages and frames pass through a host once;
 * V8 lets that part grow to a hundred megabytes for them, most of which stay taken, and the work takes no less time. The
 * flag is read whenever that part is about to grow, so it works in a process that runs already.
 */
export function keepYoungHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
