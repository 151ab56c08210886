import type { SaidField } from '#contract/carrier-events/carrier-event-rows.ts'
import { SAID_DATES } from '#contract/carrier-events/carrier-says.ts'

/** An actual event that is about a field of a sailing or container, and what it is worth. */
export interface Candidate {
  id: number
  sailingId: number | null
  containerId: number | null
  field: SaidField
  /** 00:00 UTC of its day at the place. */
  day: string
  at: string
  /** Whether the value of the field is the one that it wrote. */
  wrote: boolean
  /** Whether it counts: neither superseded, nor elsewhere, nor in the future. */
  counts: boolean
}

/** A record with the fields that events write. */
type Held = { id: number } & Partial<Record<SaidField, string | null>>

/** What events write: the changes by record, and which events the values come from. */
export interface Writing {
  sailings: Map<number, Partial<Record<SaidField, string | null>>>
  containers: Map<number, Partial<Record<SaidField, string | null>>>
  writers: number[]
  /** All events of the fields that carriers hold: those that are no writers wrote nothing that stands. */
  judged: number[]
}

const isOfSailing = (field: SaidField) => SAID_DATES.some((date) => date === field)

interface Target {
  of: 'sailings' | 'containers'
  id: number
  field: SaidField
  /** The first counts most. */
  candidates: Candidate[]
}

function targetsOf(candidates: readonly Candidate[]): Target[] {
  const targets = new Map<string, Target>()
  for (const each of candidates) {
    const of = isOfSailing(each.field) ? 'sailings' : 'containers'
    const id = of === 'sailings' ? each.sailingId : each.containerId
    if (id === null) continue
    const key = `${of} ${id} ${each.field}`
    const target = targets.get(key) ?? { of, id, field: each.field, candidates: [] }
    target.candidates.push(each)
    targets.set(key, target)
  }
  // A departure is decided before the arrival that it limits.
  return [...targets.values()].sort((one, other) => Number(one.field === 'portAta') - Number(other.field === 'portAta'))
}

/**
 * The values that events write, whatever order they came in: a field that is empty or that a carrier wrote gets the
 * first candidate that counts, or nothing. A value of ours stays, but for one that a person gave up (`given`). An
 * arrival before the departure is never written: the departure counts more, unless the arrival is ours.
 */
export function valuesToWrite(
  candidates: readonly Candidate[],
  held: { sailings: ReadonlyMap<number, Held>; containers: ReadonlyMap<number, Held> },
  given: number | null = null,
): Writing {
  const writing: Writing = { sailings: new Map(), containers: new Map(), writers: [], judged: [] }
  const targets = targetsOf(candidates)
  const isCarriers = ({ candidates: all }: Target) => all.some(({ id, wrote }) => wrote || id === given)
  const ourArrival = (sailingId: number) => {
    const arrival = targets.find(({ id, field }) => field === 'portAta' && id === sailingId)
    return arrival && isCarriers(arrival) ? null : (held.sailings.get(sailingId)?.portAta ?? null)
  }
  for (const target of targets) {
    const { of, id, field } = target
    const record = held[of].get(id)
    if (!record) continue
    const before = record[field] ?? null
    if (before !== null && !isCarriers(target)) continue
    const changes = writing[of].get(id)
    const departure = changes?.atd !== undefined ? changes.atd : (record.atd ?? null)
    const fits = ({ day }: Candidate) =>
      field === 'portAta' ? departure === null || day >= departure : field !== 'atd' || day <= (ourArrival(id) ?? day)
    const winner = target.candidates.find((each) => each.counts && fits(each))
    const value = winner ? (of === 'sailings' ? winner.day : winner.at) : null
    writing.judged.push(...target.candidates.map((each) => each.id))
    if (winner) writing.writers.push(winner.id)
    if (value !== before) writing[of].set(id, { ...changes, [field]: value })
  }
  return writing
}
