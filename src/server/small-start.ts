import { setFlagsFromString } from 'node:v8'

/**
 * Garbage as a percentage of used memory at which V8 collects all of it; on a large machine V8 waits for 300.
 */
const GARBAGE = { atStart: 100, afterwards: 25 }

const lookAfter = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/**
 * Keeps V8's memory small, in this thread and all others. The space for new objects does not grow while the
 * server starts: most of what is loaded soon becomes garbage, but the space would never shrink again. Call
 * `started` after the start. db/tuning/README.md says what this buys.
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
