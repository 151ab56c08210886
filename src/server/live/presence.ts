import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { MAX_OPEN_RECORDS, type PresenceEvent, type presenceInput } from '#contract/live/live.ts'
import type { Db } from '#server/db/client.ts'
import { databaseError, FOREIGN_KEY_VIOLATION } from '#server/db/failures.ts'
import { notFound } from '#server/errors.ts'
import { eventText } from './events.ts'

/** A record that a tab has open. */
export interface Present {
  sessionId: number
  userId: number
  name: string
  entity: PresenceEvent['entity']
  entityId: number
  mode: 'view' | 'edit'
  part: string
}

interface Reader {
  sessionId: number
  userId: number
}

/** SQL: whether a record exists now, by its table. */
const EXISTS: Record<PresenceEvent['entity'], (id: number) => RawBuilder<boolean>> = {
  orders: (id) => sql`exists (select from orders where id = ${id} and deleted_at is null)`,
  clients: (id) =>
    sql`exists (select from users where id = ${id} and deleted_at is null and role = array[${sql.lit(Role.CLIENT)}])`,
  sailings: (id) => sql`exists (select from sailings where id = ${id})`,
  containers: (id) => sql`exists (select from containers where id = ${id})`,
  mailTemplates: (id) => sql`exists (select from mail_templates where id = ${id})`,
  htmlBlocks: (id) => sql`exists (select from html_blocks where id = ${id})`,
  articles: (id) => sql`exists (select from articles where id = ${id})`,
  offers: (id) => sql`exists (select from offers where id = ${id})`,
  mailIn: (id) => sql`exists (select from mail_in where id = ${id} and deleted_at is null)`,
}

/**
 * Records that a tab has a record open, or has left it. Throws 404 for one that does not exist, or was
 * deleted.
 */
export async function savePresence(
  db: Db,
  { sessionId, userId }: Reader,
  { entity, entityId, mode, part, tab }: z.output<typeof presenceInput>,
): Promise<void> {
  const key = sql`(${tab}, ${entity}, ${entityId}::int)`
  if (mode === 'left') {
    await sql`delete from presence where session_id = ${sessionId} and (tab, entity, entity_id) = ${key}`.execute(db)
    return
  }
  const others = sql`select ctid from presence where session_id = ${sessionId} and (tab, entity, entity_id) <> ${key}`
  try {
    const { numAffectedRows } = await sql`
      with room as (
        delete from presence where ctid = any(array(${others} order by seen_at desc offset ${MAX_OPEN_RECORDS - 1}))
      )
      insert into presence (session_id, tab, entity, entity_id, user_id, mode, part)
      select ${sessionId}::int, ${tab}, ${entity}, ${entityId}::int, ${userId}::int, ${mode}, ${mode === 'edit' ? part : ''}
      where ${EXISTS[entity](entityId)}
      on conflict (session_id, tab, entity, entity_id) do update
      set mode = excluded.mode, part = excluded.part, seen_at = excluded.seen_at`.execute(db)
    if (numAffectedRows === 0n) throw notFound('Record')
  } catch (error) {
    // The session ended meanwhile, and with it all its presence.
    if (databaseError(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
  }
}

const keyOf = ({ entity, entityId }: Pick<Present, 'entity' | 'entityId'>) => `${entity} ${entityId}`

/** The people present, by record: each once, with the part that they edit in any of their tabs. */
function peopleOf(present: readonly Present[]): Map<string, PresenceEvent> {
  const records = new Map<string, PresenceEvent>()
  for (const row of present) {
    const { entity, entityId, userId: id, name, mode } = row
    const record = records.get(keyOf(row)) ?? { entity, entityId, people: [] }
    records.set(keyOf(row), record)
    // Rows are sorted by person, then by mode: whoever edits in one tab edits.
    if (record.people.at(-1)?.id !== id) record.people.push({ id, name, mode, part: row.part || null })
  }
  return records
}

/** The presence events of each session: those of the records that its tabs have open, by record. */
export function presenceTexts(present: readonly Present[]): (sessionId: number) => Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, event] of peopleOf(present)) texts.set(key, eventText('presence', event))
  const sessions = new Map<number, Map<string, string>>()
  for (const row of present) {
    const open = sessions.get(row.sessionId) ?? new Map<string, string>()
    sessions.set(row.sessionId, open.set(keyOf(row), texts.get(keyOf(row)) ?? ''))
  }
  return (sessionId) => sessions.get(sessionId) ?? new Map()
}
