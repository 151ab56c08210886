import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { MOST_RAW_BYTES } from '#contract/mail-in/mail-in-codes.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { takeMail } from '#server/mail-in/take-mail.ts'
import type { Services } from '#server/services.ts'
import { type MailboxAddress, openFolder } from './open-mailbox.ts'

/** A mailbox as it is stored. */
export interface StoredInbox extends MailboxAddress {
  moveTo: string | null
  uidValidity: number | null
  lastUid: number | null
  seenAt: string | null
  updatedAt: string
}

/** The active mailboxes. */
export const activeInboxes = async (db: Services['db']): Promise<StoredInbox[]> =>
  (
    await sql<StoredInbox>`select id, host, port, tls, username, folder, secret, move_to, uid_validity, last_uid, seen_at, updated_at
      from inboxes where active and secret <> '' order by id`.execute(db)
  ).rows

/** Who takes the mail of mailboxes. */
const NOBODY: Actor = { userId: null, impersonatorId: null, ip: '127.0.0.1', requestId: 'mailbox' }
const DAY_MS = 86_400_000
const BAD_REQUEST = 400

/** The first day of mail that is read from a mailbox. */
export const firstDay = ({ inboxFirstDays }: { inboxFirstDays: number }) =>
  new Date(Date.now() - inboxFirstDays * DAY_MS)

/** Uids of mails that are still to be read, ascending. */
async function newUids(client: ImapFlow, after: number, since: Date | null): Promise<number[]> {
  const found = await client.search({ uid: `${after + 1}:*`, ...(since ? { since } : {}) }, { uid: true })
  // 'n:*' names the last mail even if its uid is below n.
  return (found || []).filter((uid) => uid > after).sort((a, b) => a - b)
}

/**
 * Takes the new mail of an open mailbox, one after the other: each is stored before the next is asked for, so that a
 * crash repeats one at most, which the database knows. Nothing is marked on the server. Another UIDVALIDITY means that
 * no uid of before counts. Returns how many mails came.
 */
export async function readMailbox(
  services: Services,
  client: ImapFlow,
  inbox: StoredInbox,
  signal?: AbortSignal,
): Promise<number> {
  const { db, config, log } = services
  const folder = await openFolder(client, inbox.folder, inbox.moveTo === null)
  const uidValidity = Number(folder.uidValidity)
  const isKnown = uidValidity === inbox.uidValidity
  const isFirstReading = inbox.seenAt === null
  const since = isFirstReading || !isKnown ? firstDay(config) : null
  let last = isKnown ? (inbox.lastUid ?? 0) : 0
  const reached = async (uid: number) => {
    last = uid
    await sql`update inboxes set uid_validity = ${uidValidity}, last_uid = ${uid} where id = ${inbox.id}`.execute(db)
    Object.assign(inbox, { uidValidity, lastUid: uid })
  }
  let taken = 0
  for (const uid of await newUids(client, last, since)) {
    if (signal?.aborted) return taken
    const fetched = await client.fetchOne(
      String(uid),
      { uid: true, internalDate: true, source: { start: 0, maxLength: MOST_RAW_BYTES } },
      { uid: true },
    )
    // It may be gone since the search.
    const mail = fetched || null
    const receivedAt = mail?.internalDate ? new Date(mail.internalDate) : new Date()
    const isOld = since !== null && receivedAt < since
    if (mail?.source && !isOld) {
      await takeOne(
        services,
        { raw: Buffer.from(mail.source), receivedAt, uid, isFirstReading },
        { inboxId: inbox.id, uidValidity },
      )
      taken++
    }
    await reached(uid)
    if (mail && inbox.moveTo !== null && !isOld) {
      const moved = await client.messageMove(String(uid), inbox.moveTo, { uid: true })
      if (moved === false) log.warn({ inboxId: inbox.id, uid }, 'a mail could not be moved')
    }
  }
  // An empty mailbox was read too.
  if (!isKnown && taken === 0) await reached(last)
  return taken
}

/** Takes one mail; what is none is left where it is. */
async function takeOne(
  services: Services,
  { raw, receivedAt, uid, isFirstReading }: { raw: Buffer; receivedAt: Date; uid: number; isFirstReading: boolean },
  { inboxId, uidValidity }: { inboxId: number; uidValidity: number },
): Promise<void> {
  try {
    const place = { inboxId, uidValidity, uid }
    await takeMail(services, { raw, receivedAt: receivedAt.toISOString(), place, isFirstReading }, NOBODY)
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== BAD_REQUEST) throw error
    services.log.warn({ inboxId, uid }, 'a message of a mailbox is no mail')
  }
}

/** Notes that a mailbox was read, or why it could not be. */
export async function noteReading(services: Services, id: number, reason: string | null): Promise<void> {
  if (reason === null)
    await sql`update inboxes set seen_at = now(), failing_since = null, reason = null where id = ${id}`.execute(
      services.db,
    )
  else
    await sql`update inboxes set failing_since = coalesce(failing_since, now()), reason = ${reason} where id = ${id} and active`.execute(
      services.db,
    )
}
