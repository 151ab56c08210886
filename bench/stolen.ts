import { readFileSync } from 'node:fs'

/**
 * Ticks of all processors since the system started: those taken by the host of a virtual machine, and all.
 */
function ticks(): { stolen: number; all: number } | null {
  try {
    const [, ...counts] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/)
    // user, nice, system, idle, iowait, irq, softirq, steal; those after it are counted in user and nice.
    const [all, stolen] = [counts.slice(0, 8).reduce((sum, count) => sum + Number(count), 0), Number(counts[7])]
    return { stolen, all }
  } catch {
    return null
  }
}

/** The share of processor time that the host took since this was called; 0 where the system does not tell. */
export function stolenSince(): () => number {
  const before = ticks()
  return () => {
    const now = ticks()
    return before && now && now.all > before.all ? (now.stolen - before.stolen) / (now.all - before.all) : 0
  }
}

/** A measurement that lost more than this share to the host is repeated, at most this often. */
const DISTURBED = 0.05
const TRIES = 4

/** Repeats a measurement while the host takes processor time away; the measurement that lost least counts. */
export async function undisturbed<T>(measure: () => Promise<T>): Promise<T> {
  let best: { value: T; stolen: number } | undefined
  for (let tries = 0; tries < TRIES; tries++) {
    const stolen = stolenSince()
    const value = await measure()
    const share = stolen()
    if (!best || share < best.stolen) best = { value, stolen: share }
    if (best.stolen <= DISTURBED) break
  }
  if (!best) throw new Error('Nothing was measured')
  return best.value
}
