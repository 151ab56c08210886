import type { PresenceEvent } from '#contract/live/live.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** A person who has a record open. */
export type Person = PresenceEvent['people'][number]

/** A record that people have open. */
export type OpenRecord = Pick<PresenceEvent, 'entity' | 'entityId'>

/** The name of a record in the stream. */
export const recordName = ({ entity, entityId }: OpenRecord) => `${entity}/${entityId}`

/** People with a record open, by `recordName`, as last heard. */
export const people = createStore<ReadonlyMap<string, readonly Person[]>>(new Map())

/** Notes the people who have a record open. */
export function notePeople({ people: now, ...record }: PresenceEvent): void {
  const next = new Map(people.get())
  if (now.length > 0) next.set(recordName(record), now)
  else next.delete(recordName(record))
  people.set(next)
}
