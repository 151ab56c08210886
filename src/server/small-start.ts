import { setFlagsFromString } from 'node:v8'

/** Per cent of what is in use that may be garbage before V8 looks through all of its memory; on a large machine it waits for 300. */
const GARBAGE = 25

/**
 * Keeps V8's memory small, of this thread and all others. While the server starts, its space for new objects does not grow: most of
 * what is loaded then soon becomes garbage, but the space would never shrink again. Call `grow` after the start. For what it buys,
 * see db/tuning/README.md.
 */
export function startSmall(): { grow: () => void } {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--heap-growing-percent=${GARBAGE}`)
  return { grow: () => setFlagsFromString('--semi-space-growth-factor=2') }
}
