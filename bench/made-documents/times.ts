import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between the calls of the other caller. */
const PAUSE = 5

const quantile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** A line that says how long something took, from its times in ms. */
export const shown = (name: string, times: number[]): string =>
  `${name}: median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms (${times.length})\n`

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How long calls take while `work` runs. */
export async function beside(call: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let going = true
  const done = work().finally(() => {
    going = false
  })
  // A failure of `work` or of a call is thrown below.
  done.catch(() => {})
  while (going) {
    times.push(await timed(call))
    await wait(PAUSE)
  }
  await done
  return times
}
