import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'

/** Seconds after which a mail server counts as gone. An instance that has one reports it every minute. */
const SEEN_SECONDS = 300

/** True while some instance has a mail server. */
export const IS_SEEN = sql<boolean>`exists (
  select from mail_server where seen_at > now() - make_interval(secs => ${sql.lit(SEEN_SECONDS)}))`

/** Tells the other instances that this one has a mail server. */
export async function showMailServer(db: Db): Promise<number> {
  await sql`insert into mail_server (id, seen_at) values (1, now())
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
  return 0
}

const LOOK = madeOnce((db: Db) => db.selectNoFrom(IS_SEEN.as('seen')).$call(planned))

/**
 * Whether mails queued now will be sent: this instance has a mail server, or another one does. Otherwise they
 * are stored as 'unsent'.
 */
export async function canSend(db: Db, { config }: { config: { smtpUrl?: string | undefined } }): Promise<boolean> {
  if (config.smtpUrl !== undefined) return true
  return (await db.executeQuery(LOOK(db))).rows[0]?.seen ?? false
}
