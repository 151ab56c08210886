import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { FRAME_TICKET_MINUTES } from '#contract/lib/frame-ticket.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'

/** Parts of a ticket: the session, the second in which it ends, and a seal over both. */
const TICKET = /^([1-9]\d{0,9})\.(\d{10})\.([\w-]{43})$/

const seal = (tokenHash: Buffer, id: number, until: number) =>
  createHmac('sha256', tokenHash).update(`frame ${id} ${until}`).digest()

/**
 * A ticket of this session to show HTML. It is sealed with the stored hash of the session's token: every
 * instance can check it, nothing is stored for it, and it ends with the session.
 */
export function newFrameTicket({ id, tokenHash }: { id: number; tokenHash: Buffer }): string {
  const until = Math.floor(Date.now() / 1000) + FRAME_TICKET_MINUTES * 60
  return `${id}.${until}.${seal(tokenHash, id, until).toString('base64url')}`
}

const LIVE = `select s.token_hash from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > now() and u.deleted_at is null and u.disabled_at is null ${PLANNED}`

/** Whether this is the ticket of a live session. */
export async function isFrameTicket(pool: Pick<pg.Pool, 'query'>, ticket: unknown): Promise<boolean> {
  const [, id, until, sealed = ''] = TICKET.exec(typeof ticket === 'string' ? ticket : '') ?? []
  const left = Number(until) - Date.now() / 1000
  // A longer time is not ours: the database is not asked.
  if (!(left > 0 && left <= FRAME_TICKET_MINUTES * 60 + 60)) return false
  const { rows } = await pool.query<{ token_hash: Buffer }>(LIVE, [id])
  const right = rows[0] && seal(rows[0].token_hash, Number(id), Number(until))
  return right !== undefined && timingSafeEqual(right, Buffer.from(sealed, 'base64url'))
}
