import { z } from 'zod'

/** The rules of a time zone from 1970 to 2099. */
export const zoneRules = z.object({
  /** An IANA name. */
  name: z.string(),
  /** Seconds since 1970 at which its clocks change, ascending. */
  until: z.array(z.int()),
  /**
   * Seconds by which its clocks are ahead of UTC: before the first change, between two of them, and after the
   * last.
   */
  offsets: z.array(z.int()),
})
export type ZoneRules = z.infer<typeof zoneRules>

const SECOND_MS = 1000

/** Rules in milliseconds; `walls` has the changes as clocks show them. */
interface Zone {
  until: number[]
  walls: number[]
  offsets: number[]
}

/**
 * Times of day at which the clocks of a zone change, in seconds like `until`: the later of the two readings. A
 * time that clocks skip becomes the one an hour later, and of a time that comes twice the first is meant.
 */
export const wallsOf = ({ until, offsets }: Pick<ZoneRules, 'until' | 'offsets'>): number[] =>
  until.map((at, index) => at + Math.max(offsets[index] ?? 0, offsets[index + 1] ?? 0))

const inMs = (seconds: readonly number[]) => seconds.map((each) => each * SECOND_MS)

/** Finds the rules of a zone by its name; null for a name that it does not know. */
type ZoneSource = (name: string) => ZoneRules | null

let find: ZoneSource = () => null
const known = new Map<string, Zone>()

/**
 * Names the one source of rules of this process, from which every formatter takes them: the server's package,
 * and in a browser what the server sent. Returns the source before.
 */
export function zonesFrom(source: ZoneSource): ZoneSource {
  const before = find
  find = source
  known.clear()
  return before
}

/** The rules of a zone. Throws for one that the source does not know: any other clock would be wrong. */
function zoneOf(name: string): Zone {
  const kept = known.get(name)
  if (kept) return kept
  const rules = name === 'UTC' ? { until: [], offsets: [0] } : find(name)
  if (!rules) throw new Error(`The rules of the time zone ${name} are not known`)
  const zone = { until: inMs(rules.until), walls: inMs(wallsOf(rules)), offsets: inMs(rules.offsets) }
  known.set(name, zone)
  return zone
}

/** How many of the changes, in order, are not after a time. */
function passed(changes: readonly number[], time: number): number {
  let low = 0
  let high = changes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // Indexes below the length exist.
    if ((changes[middle] as number) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** The lead of a zone's clocks over UTC at an instant, both in milliseconds. */
export function zoneOffset(time: number, timeZone: string): number {
  const { until, offsets } = zoneOf(timeZone)
  return offsets[passed(until, time)] ?? 0
}

/**
 * The instant at which a zone's clocks show a time, given as if it were UTC; both in milliseconds. A skipped
 * time becomes the one an hour later; of one that comes twice, the first is meant.
 */
export function instantAt(shown: number, timeZone: string): number {
  const { walls, offsets } = zoneOf(timeZone)
  return shown - (offsets[passed(walls, shown)] ?? 0)
}
