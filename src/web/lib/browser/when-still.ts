import { whenIdle } from './when-idle.ts'

/** Milliseconds without a new file or reply after which a screen counts as complete. */
const QUIET_MS = 1_000
/** Looks after which waiting ends, on a page that never comes to rest. */
const MOST_LOOKS = 30

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
const arrived = () => performance.getEntriesByType('resource').length

/** Resolves once the screen is there and nothing more has arrived for a second: for what the next click may need. */
export async function whenStill(): Promise<void> {
  let before = -1
  for (let look = 0; look < MOST_LOOKS && arrived() !== before; look++) {
    before = arrived()
    await wait(QUIET_MS)
  }
  await whenIdle()
}
