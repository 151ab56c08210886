import type { ChangeEvent, LIVE_EVENTS, PresenceEvent, ResyncEvent } from '#contract/live/live.ts'

/** A change as it was committed. */
export interface ChangeRow {
  /** The transaction, as text: 64 bits. */
  xid: string
  id: number
  entity: string
  entityId: number | null
  orderId: number | null
  userId: number | null
  name: string | null
  sessionId: number | null
  kind: string
}

interface Payloads {
  change: ChangeEvent
  presence: PresenceEvent
  ping: object
  resync: ResyncEvent
  replaced: object
}

/** An event as it goes over the wire. */
export function eventText<Name extends (typeof LIVE_EVENTS)[number]>(name: Name, data: Payloads[Name], id?: string) {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** The id of an event after which everything below a horizon has been told. */
export const idAt = (horizon: bigint) => `${horizon}.0`

/** Changes to tell, as one event. */
export interface Told {
  /** The session that made the changes. */
  sessionId: number | null
  /** The only person to tell; null for everybody. */
  onlyFor: number | null
  text: (own: boolean) => string
}

/** The only person to tell of a change. */
const onlyFor = ({ entity, entityId }: ChangeRow) => (entity === 'notifications' ? entityId : null)

const unique = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** Changes of one kind by one person are one event, in the order of their first. */
function group(rows: readonly ChangeRow[]): { first: number; all: [ChangeRow, ...ChangeRow[]] }[] {
  const groups = new Map<string, { first: number; all: [ChangeRow, ...ChangeRow[]] }>()
  for (const [first, row] of rows.entries()) {
    const key = JSON.stringify([row.entity, row.kind, row.userId, row.sessionId, onlyFor(row)])
    const found = groups.get(key)
    if (found) found.all.push(row)
    else groups.set(key, { first, all: [row] })
  }
  return [...groups.values()]
}

/**
 * The events of these changes, which are in the order of their transactions. The id of each is that of the
 * last change up to which everything has been told by then, so that a reader who stops after any event misses
 * nothing.
 */
export function eventsOf(rows: readonly ChangeRow[]): Told[] {
  const groups = group(rows)
  return groups.map(({ all }, index) => {
    const [{ entity, kind, userId, name, sessionId }] = all
    const last = rows[(groups[index + 1]?.first ?? rows.length) - 1] ?? all[0]
    const event = {
      entity,
      ids: unique(all.map(({ entityId }) => entityId)),
      orderIds: unique(all.map(({ orderId }) => orderId)),
      kind,
      by: userId === null ? null : { id: userId, name: name ?? '' },
    }
    const text = (own: boolean) => eventText('change', { ...event, own }, `${last.xid}.${last.id}`)
    return { sessionId, onlyFor: onlyFor(all[0]), text }
  })
}

/** The text for each reader: mostly the same, made once. */
export function textsOf(told: readonly Told[]): (reader: { sessionId: number; userId: number }) => string {
  const forAll = told.filter((each) => each.onlyFor === null).map(({ text }) => text(false))
  const common = forAll.join('')
  const sessions = new Set(told.map(({ sessionId }) => sessionId))
  const people = new Set(told.map((each) => each.onlyFor))
  return ({ sessionId, userId }) =>
    sessions.has(sessionId) || people.has(userId)
      ? told
          .filter((each) => each.onlyFor === null || each.onlyFor === userId)
          .map((each) => each.text(each.sessionId === sessionId))
          .join('')
      : common
}
