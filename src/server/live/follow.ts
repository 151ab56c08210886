import { HELD_BACK_MS, MAX_CHANGES, type ResyncEvent } from '#contract/live/live.ts'
import type { Look } from './read-changes.ts'

type Reason = ResyncEvent['reason']

/** How far the changes have been told, over the looks of one instance. */
export interface Following {
  /** The horizon up to which everything has been told; null before the first look. */
  readonly horizon: bigint | null
  /**
   * Takes a look's result: null if its changes can be told, or else why readers must read everything again.
   */
  take(look: Look & { born: string }): Reason | null
}

/**
 * Follows the changes from the first look on. `heldBackMs` limits how long an older transaction may hold
 * changes back.
 */
export function startFollowing(heldBackMs: number = HELD_BACK_MS): Following {
  let horizon: bigint | null = null
  let born: string | null = null
  /** Time since which the horizon has not moved, in milliseconds of this process. */
  let stuckSince = 0
  /** The last change that was waiting when readers were told to read again. */
  let waited = 0

  function heldBack({ waiting }: Look): boolean {
    if (waiting === null || waiting === waited || performance.now() - stuckSince < heldBackMs) return false
    waited = waiting
    stuckSince = performance.now()
    return true
  }

  function judge(look: Look): Reason | null {
    if (born === null || horizon === null) return null
    if (look.born !== born || look.horizon < horizon) return 'restart'
    if (look.rows.length > MAX_CHANGES) return 'many'
    return heldBack(look) ? 'held-back' : null
  }

  return {
    get horizon() {
      return horizon
    },
    take(look) {
      if (look.horizon !== horizon) stuckSince = performance.now()
      const resync = judge(look)
      horizon = look.horizon
      born = look.born
      return resync
    },
  }
}
