import { setFlagsFromString } from 'node:v8'

/** Per cent of what is in use that may be garbage before V8 looks through all of its memory; on a large machine it waits for 300. */
const GARBAGE = { atStart: 40, afterwards: 25 }

const lookAfter = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/**
 * Keeps V8's memory small, of this thread and all others. While the server starts, its space for new objects does not grow: most of
 * what is loaded then soon becomes garbage, but the space would never shrink again. Call `started` after the start. For what it
 * buys, see db/tuning/README.md.
 */
export function startSmall(): { started: () => void } {
  setFlagsFromString('--semi-space-growth-factor=1')
  lookAfter(GARBAGE.atStart)
  return {
    started: () => {
      setFlagsFromString('--semi-space-growth-factor=2')
      lookAfter(GARBAGE.afterwards)
    },
  }
}
