import type { PoolClient } from 'pg'

/** Author and recipient by login; when the note was written and is due, in hours from now; and its text. */
const NOTES = [
  {
    author: 'manager',
    to: 'admin',
    hours: -20,
    due: null,
    text: 'Client asks for a later delivery, is Thursday all right?',
  },
  { author: 'admin', to: 'manager', hours: -4, due: 20, text: 'Please get the packing list before the cut-off.' },
  { author: 'manager', to: 'admin', hours: -30, due: -2, text: 'Call the CFS about the two missing cartons.' },
  {
    author: 'admin',
    to: 'manager',
    hours: -50,
    due: null,
    text: 'Shipper is closed until Monday, cargo is ready on Tuesday.',
  },
  { author: 'manager', to: 'admin', hours: -2, due: 48, text: 'Quote for the second shipment is promised.' },
] as const

/**
 * Notes between the demo logins on orders in progress, dated relative to now, and what the bell says about
 * them.
 */
export async function insertNotes(client: PoolClient, now: Date): Promise<void> {
  const ids = await client.query<{ email: string; id: number; username: string }>(
    "select split_part(email, '@', 1) as email, id, username from users where email like any('{admin@%,manager@%}')",
  )
  const byLogin = new Map(ids.rows.map((row) => [row.email, row]))
  // The newest orders are skipped, as people try things on them.
  const orders = await client.query<{ id: number }>(
    'select id from orders where status = 0 and deleted_at is null order by id desc offset 40 limit $1',
    [NOTES.length],
  )
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  for (const [index, { author, to, hours, due, text }] of NOTES.entries()) {
    const [from, told, order] = [byLogin.get(author), byLogin.get(to), orders.rows[index]]
    if (!from || !told || !order) continue
    const values = [
      order.id,
      `@${told.username} ${text}`,
      from.id,
      [told.id],
      due === null ? null : at(due),
      told.id,
      at(hours),
    ]
    await client.query(
      `with note as (
        insert into notes (order_id, body, author_id, mentions, due_at, assignee_id, created_at, updated_at, updated_by)
        values ($1, $2, $3, $4, $5, case when $5::timestamptz is null then null else $6::int end, $7, $7, $3) returning id, due_at, created_at
      )
      insert into notifications (user_id, kind, note_id, actor_id, created_at)
      select $6, case when due_at is null then 'mention' else 'assigned' end, id, $3, created_at from note`,
      values,
    )
  }
  // The daily mail starts with the next day.
  await client.query(
    "insert into digests (user_id, day, created_at) select id, $1::date, $2 from users where role && '{ROLE_ADMIN,ROLE_MANAGER}'",
    [now.toISOString().slice(0, 10), now],
  )
}
