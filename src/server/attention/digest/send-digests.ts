import { sql } from 'kysely'
import { wallClock } from '#contract/lib/format.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { StaffSettings } from '#contract/system/staff-settings.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { activeStaff } from '#server/orders/staff.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import { digestMail } from './digest-mail.ts'
import { readDigest } from './read-digest.ts'

type Needs = Pick<Services, 'config' | 'appUrl' | 'db'>

const two = (n: number) => String(n).padStart(2, '0')
const HOUR = 60
const MINUTE_MS = 60_000

/**
 * The day ('yyyy-MM-dd') whose mail is due now, since when, and its end, all by the server's clock. Null
 * before the hour, and after the working day: a server that was down all day leaves the mail to the next one.
 */
function dueDay(now: Date, timeZone: string, { digestHour, workingHours }: StaffSettings) {
  const clock = wallClock(now.toISOString(), timeZone)
  if (!clock) return null
  const minutes = clock.hour * HOUR + clock.minute
  const due = digestHour * HOUR
  const [hours = 0, rest = 0] = (workingHours.split('-')[1] ?? '').split(':').map(Number)
  const end = hours * HOUR + rest
  if (minutes < due || (due < end && minutes >= end)) return null
  const minute = now.getTime() - (now.getTime() % MINUTE_MS)
  return {
    day: `${clock.year}-${two(clock.month)}-${two(clock.day)}`,
    since: new Date(minute - (minutes - due) * MINUTE_MS),
    midnight: new Date(minute + (24 * HOUR - minutes) * MINUTE_MS),
  }
}

type Due = NonNullable<ReturnType<typeof dueDay>>

/** People without this day's mail. Accounts younger than its hour get none. */
const waitingFor = (db: Db, { day, since }: Due) =>
  activeStaff(db)
    .select('email')
    .where('digest', '=', true)
    .where('createdAt', '<', since.toISOString())
    .where(sql<boolean>`not exists (select from digests d where d.user_id = users.id and d.day = ${day}::date)`)
    .execute()

type Person = Awaited<ReturnType<typeof waitingFor>>[number]

/**
 * Queues the mail of one person, if something waits. The inserted row marks the day as done for a second
 * instance.
 */
async function sendTo(tx: Tx, services: Needs, { id, name, email }: Person, { day, midnight }: Due): Promise<number> {
  const { rows } = await sql`insert into digests (user_id, day) values (${id}, ${day}::date) on conflict do nothing
    returning user_id`.execute(tx)
  if (rows.length === 0) return 0
  const { timeZone } = services.config
  const mail = digestMail(await readDigest(tx, id, midnight), { appUrl: services.appUrl(), timeZone })
  if (!mail) return 0
  const to = { name, address: email }
  const outgoing = { ...mail, kind: MailKind.DIGEST, to, copies: false, userId: id }
  const mailId = await queueMail(tx, outgoing, { configured: true })
  await sql`update digests set mail_id = ${mailId} where user_id = ${id} and day = ${day}::date`.execute(tx)
  return 1
}

/**
 * Queues the daily mails that are due: once a day per person, however many instances look and whenever one
 * dies. Without a mail server nothing is marked. Returns how many were queued.
 */
export async function sendDigests(services: Needs, now = new Date()): Promise<number> {
  const { db, config } = services
  const due = dueDay(now, config.timeZone, await readStaffSettings(db))
  if (!due || !(await canSend(db, services))) return 0
  let sent = 0
  for (const person of await waitingFor(db, due))
    sent += await db.transaction().execute((tx) => sendTo(tx, services, person, due))
  return sent
}
