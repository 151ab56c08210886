import { setFlagsFromString } from 'node:v8'

/**
 * While the server starts, V8's space for new objects does not grow: most of what is read then is soon garbage, and the
 * space it grew to would be kept for good (20 MB). Call `grow` when the start is over.
 */
export function startSmall(): { grow: () => void } {
  setFlagsFromString('--semi-space-growth-factor=1')
  return { grow: () => setFlagsFromString('--semi-space-growth-factor=2') }
}
