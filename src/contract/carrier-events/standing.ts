import type { CarrierEvent } from './carrier-events.ts'

/** An event that belongs to a sailing, with its instant. */
export interface Statement
  extends Pick<CarrierEvent, 'externalId' | 'container' | 'milestone' | 'placeCode' | 'classifier' | 'statedAt'> {
  feedId: number
  sailingId: number | null
  /** ISO 8601 in UTC. */
  at: string
  /** Of what was said, without ids. */
  hash: string
}

/** A carrier's word that an event never was. Null counts for whatever it said before and after. */
export interface Retraction {
  feedId: number
  externalId: string
  statedAt: string | null
}

/** What a statement is about: one thing has one standing statement, whatever the feed. */
export const thingOf = ({ container, sailingId, milestone, placeCode, classifier }: Omit<Statement, 'hash'>): string =>
  JSON.stringify([container ?? sailingId, milestone, placeCode, classifier === 'act'])

/** What tells two statements of the same thing apart, the most telling first. */
const rank = (each: Statement) => [each.statedAt, each.at, each.hash, String(each.feedId), each.externalId ?? '']

/** Which of two statements is newer, as `sort` wants it: positive for the first. 0 only for the same one. */
export function compareStatements(one: Statement, other: Statement): number {
  const others = rank(other)
  for (const [place, each] of rank(one).entries()) {
    const against = others[place] ?? ''
    if (each !== against) return each > against ? 1 : -1
  }
  const [thing, otherThing] = [thingOf(one), thingOf(other)]
  return thing === otherThing ? 0 : thing > otherThing ? 1 : -1
}

/** The newest statement under each key. */
function newestBy(statements: Iterable<Statement>, keyOf: (each: Statement) => string): Map<string, Statement> {
  const newest = new Map<string, Statement>()
  for (const each of statements) {
    const key = keyOf(each)
    const before = newest.get(key)
    if (!before || compareStatements(each, before) > 0) newest.set(key, each)
  }
  return newest
}

const idOf = ({ feedId, externalId }: Pick<Statement, 'feedId' | 'externalId'>) => JSON.stringify([feedId, externalId])

/**
 * The statements that count, by what they are about: the newest of each thing, in whatever order all of them arrived.
 * Of an id that a feed gave twice the newest counts, even if it is about another thing; a retracted one never does.
 */
export function standing(statements: Iterable<Statement>, retractions: Iterable<Retraction>): Map<string, Statement> {
  const until = new Map<string, string>()
  for (const each of retractions) {
    // The greatest text of all: nothing is stated after it.
    const end = each.statedAt ?? '\uffff'
    const key = idOf(each)
    if (end > (until.get(key) ?? '')) until.set(key, end)
  }
  const [named, unnamed]: [Statement[], Statement[]] = [[], []]
  for (const each of statements) (each.externalId === null ? unnamed : named).push(each)
  const latest = [...newestBy(named, idOf).values()]
  const kept = latest.filter((each) => each.statedAt > (until.get(idOf(each)) ?? ''))
  return newestBy([...unnamed, ...kept], thingOf)
}
