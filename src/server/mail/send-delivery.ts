import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { MailState } from '#contract/codes/mail-state.ts'
import { MailKind, RecipientRole } from '#contract/mail/mail-codes.ts'
import type { Db } from '#server/db/client.ts'
import { startHeartbeat } from '#server/db/heartbeat.ts'
import { PLANNED, planned } from '#server/db/tuning/planned.ts'
import { inSpan } from '#server/traces/spans.ts'
import { HAS_SECRETS, withoutSecrets, withPublicLink } from './links/secret-links.ts'
import { explainFailure, type MailFailure, MailRefused } from './mail-failure.ts'
import type { MailToSend, MailTransport } from './mail-transport.ts'
import { CLIENT_DELETED, type Claim, EVENT_WITHDRAWN, UNSUBSCRIBED } from './outbox.ts'
import { newReplyToken } from './reply-token.ts'

/**
 * Seconds before each retry, about four hours in total. A delivery that fails after the last one stays
 * failed.
 */
export const PAUSES = [60, 120, 300, 900, 1_800, 3_600, 7_200] as const

/**
 * Interval at which a worker touches the delivery it is sending (ms). Untouched for STALE_SECONDS, its worker
 * is gone.
 */
const HEARTBEAT_MS = 20_000
export const STALE_SECONDS = 120

/** Services that sending needs. `pauses` (seconds) replaces PAUSES; `signal` aborts when the server stops. */
export interface Sending {
  db: Db
  transport: MailTransport
  log: FastifyBaseLogger
  pauses?: readonly number[]
  signal?: AbortSignal
  /** The address to which a token is added for the answers to each mail; null or omitted: none is. */
  replyAddress?: () => Promise<string | null>
  /** Why a mail of a run is no longer worth sending; null if it is. */
  outdated?: (db: Db, mailId: number) => Promise<string | null>
}

const DAY_MS = 86_400_000

/** Loads the mail, or the reason why it must not be sent any more. */
async function load(
  { db, outdated, replyAddress }: Sending,
  { id, mailId, address }: Claim,
): Promise<MailToSend | string> {
  const read = () =>
    db
      .selectFrom('mails as m')
      .innerJoin('mailDeliveries as d', (join) =>
        join.onRef('d.mailId', '=', 'm.id').on('d.role', '=', RecipientRole.TO),
      )
      .leftJoin('users as u', 'u.id', 'm.userId')
      .leftJoin('orderEvents as e', 'e.id', 'm.orderEventId')
      .select([
        'm.messageId',
        'm.subject',
        'm.html',
        'm.text',
        'm.createdAt',
        'd.name',
        'd.address',
        'u.deletedAt',
        'e.withdrawnAt',
      ])
      .leftJoin('trackingSubscriptions as s', 's.id', 'm.subscriptionId')
      .select(['m.runId', 'm.trackingUrl', 'm.unsubscribeUrl', 's.endedAt', 'd.id as clientDelivery'])
      .select(['m.kind', 'm.inReplyTo', 'm.refs'])
      .where('m.id', '=', mailId)
      .orderBy('d.id')
      .limit(1)
      .$call(planned)
      .executeTakeFirstOrThrow()
  const found = await read()
  if (found.deletedAt) return CLIENT_DELETED
  if (found.withdrawnAt) return EVENT_WITHDRAWN
  if (found.endedAt) return UNSUBSCRIBED
  const reason = found.runId === null ? null : await outdated?.(db, mailId)
  if (reason) return reason
  // A mail about several orders may have lost some of them.
  const mail = found.runId === null ? found : await read()
  if (mail.html === '') throw new MailRefused('The text of this mail was erased')
  const attachments = await readAttachments(db, mailId)
  const created = new Date(mail.createdAt)
  // The client's own link is for no other address.
  const shown = (body: string) =>
    id === mail.clientDelivery || mail.trackingUrl === null ? body : withPublicLink(body, mail.trackingUrl)
  return {
    messageId: mail.messageId,
    ...(mail.kind === MailKind.REPLY
      ? await readThreaded(db, mailId, mail)
      : { to: { name: mail.name, address: mail.address } }),
    replyTo: await tokenAddress(db, { id, mailId }, (await replyAddress?.()) ?? null),
    recipient: address,
    subject: mail.subject,
    html: shown(mail.html),
    text: shown(mail.text),
    // All recipients see the same date, but a mail that waited for days must not sort among old mails.
    date: Date.now() - created.getTime() > DAY_MS ? new Date() : created,
    attachments,
    unsubscribeUrl: mail.unsubscribeUrl,
  }
}

const readAttachments = (db: Db, mailId: number) =>
  db
    .selectFrom('mailDocuments as md')
    .innerJoin('documents as d', 'd.id', 'md.documentId')
    .select(['d.name', 'd.contentType', 'd.storageKey'])
    .where('md.mailId', '=', mailId)
    .orderBy('d.id')
    .$call(planned)
    .execute()

/** Everybody in the headers of a reply, and the mails that it answers. */
async function readThreaded(
  db: Db,
  mailId: number,
  { inReplyTo, refs }: { inReplyTo: string | null; refs: string[] | null },
): Promise<Pick<MailToSend, 'to' | 'cc' | 'answers'>> {
  const rows = await db
    .selectFrom('mailDeliveries')
    .select(['role', 'name', 'address'])
    .where('mailId', '=', mailId)
    .orderBy('id')
    .execute()
  const inRole = (role: RecipientRole) => rows.filter((row) => row.role === role)
  return { to: inRole(RecipientRole.TO), cc: inRole(RecipientRole.CC), answers: { inReplyTo, references: refs ?? [] } }
}

/**
 * The address for the answers to a mail, 'name+token@…', by which they are known to come from its recipient. A copy
 * has none: it is not the client's. Null without an address to add a token to.
 */
async function tokenAddress(
  db: Db,
  { id, mailId }: { id: number; mailId: number },
  address: string | null,
): Promise<string | null> {
  const at = address?.lastIndexOf('@') ?? -1
  if (address === null || at < 1) return null
  const { rows } = await sql<{ replyToken: string }>`
    update mails m set reply_token = coalesce(m.reply_token, ${newReplyToken()}) from mail_deliveries d
    where m.id = ${mailId} and d.id = ${id} and d.role <> ${RecipientRole.COPY} returning m.reply_token`.execute(db)
  const token = rows[0]?.replyToken
  return token === undefined ? null : `${address.slice(0, at)}+${token}${address.slice(at)}`
}

interface Outcome {
  state: Exclude<MailState, typeof MailState.SENDING | typeof MailState.BOUNCED>
  reason: string | null
  sentAt?: RawBuilder<string>
  nextAttemptAt?: RawBuilder<string> | null
}

/** The state that screens with the mail learn; one that is queued again is 'delayed'. */
const toldOf = ({ state }: Outcome) => (state === MailState.QUEUED ? 'delayed' : state)

/**
 * Records the outcome of an attempt, unless another attempt has taken over. Returns whether it was recorded.
 */
async function settle(tx: Db, { id, attempts }: Claim, outcome: Outcome): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .with('settled', (query) =>
      query
        .updateTable('mailDeliveries')
        .set({ updatedAt: sql`now()`, ...outcome })
        .where('id', '=', id)
        .where('state', '=', MailState.SENDING)
        .where('attempts', '=', attempts)
        .returning('mailId'),
    )
    .insertInto('changes')
    .columns(['entity', 'entityId', 'kind'])
    .expression((query) =>
      query
        .selectFrom('settled')
        .select([sql.lit('mails').as('entity'), 'mailId', sql.lit(toldOf(outcome)).as('kind')]),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Erases the text of a sent password reset, which gives access to the account. */
const forgetReset = (tx: Db, mailId: number) =>
  tx
    .updateTable('mails')
    .set({ html: '', text: '' })
    .where('id', '=', mailId)
    .where('kind', '=', MailKind.PASSWORD_RESET)
    .execute()

/**
 * Removes the secrets of links from a mail once it was sent to its client, not only to a copy: the database
 * keeps hashes only.
 */
const forgetSecrets = (tx: Db, { id, mailId }: Claim) =>
  tx
    .updateTable('mails')
    .set({ html: withoutSecrets('html'), text: withoutSecrets('text'), unsubscribeUrl: null })
    .where('id', '=', mailId)
    .where(HAS_SECRETS)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mailDeliveries as d').where('d.id', '=', id).where('d.role', '=', RecipientRole.TO).select('d.id'),
      ),
    )
    .execute()

/** SQL: the arrivals that the client's own copies tell, of each order of their mails. */
const TOLD = sql`(
  select d.id as delivery_id, d.address, told.* from mail_deliveries d join mails m on m.id = d.mail_id cross join lateral (
    select m.order_id, m.tells_port_eta, m.tells_place_eta where m.order_id is not null
    union all select o.order_id, o.tells_port_eta, o.tells_place_eta from mail_orders o where o.mail_id = m.id
  ) told where d.role = ${sql.lit(RecipientRole.TO)} and num_nonnulls(told.tells_port_eta, told.tells_place_eta) > 0)`

/**
 * Records the arrivals that the client's own copy told, as those last told to the client and to the reader at
 * this address.
 */
const recordTold = (tx: Db, claim: Claim) => Promise.all([recordClientTold(tx, claim), recordReaderTold(tx, claim)])

const recordClientTold = (tx: Db, { id }: Claim) =>
  sql`update confirmations c set told_port_eta = coalesce(m.tells_port_eta, c.told_port_eta),
      told_place_eta = coalesce(m.tells_place_eta, c.told_place_eta)
    from ${TOLD} m
    where m.delivery_id = ${id} and c.order_id = m.order_id ${sql.raw(PLANNED)}`.execute(tx)

const recordReaderTold = (tx: Db, { id }: Claim) =>
  sql`insert into tracking_readers (order_id, email, dates)
    select m.order_id, lower(m.address), jsonb_strip_nulls(jsonb_build_object(
      'arrival', to_char(m.tells_port_eta at time zone 'UTC', 'YYYY-MM-DD'),
      'place', to_char(m.tells_place_eta at time zone 'UTC', 'YYYY-MM-DD')))
    from ${TOLD} m where m.delivery_id = ${id}
    on conflict (order_id, email) do update set dates = tracking_readers.dates || excluded.dates, at = now()
    ${sql.raw(PLANNED)}`.execute(tx)

/** Pauses in milliseconds for a database that restarts: an unrecorded mail would be sent again. */
const WAITS = [200, 1_000, 3_000, 10_000, 20_000]

async function sent(db: Db, taken: Claim): Promise<void> {
  for (const ms of [...WAITS, null]) {
    try {
      await db.transaction().execute(async (tx) => {
        await settle(tx, taken, { state: MailState.SENT, reason: null, sentAt: sql<string>`now()` })
        await recordTold(tx, taken)
        await forgetReset(tx, taken.mailId)
        await forgetSecrets(tx, taken)
      })
      return
    } catch (error) {
      if (ms === null) throw error
      await wait(ms)
    }
  }
}

async function failed({ db, pauses = PAUSES, signal }: Sending, taken: Claim, failure: MailFailure): Promise<void> {
  const pause = signal?.aborted ? 0 : pauses[taken.attempts - 1]
  if (failure.permanent || pause === undefined) {
    const gaveUp = failure.permanent ? '' : `Gave up after ${taken.attempts} attempts. `
    const outcome = { state: MailState.FAILED, reason: `${gaveUp}${failure.reason}` }
    // The order learns of it in the same transaction, which is repeated should both wait for each other.
    await db.transaction().execute((tx) => settle(tx, taken, outcome))
    return
  }
  const nextAttemptAt = pause > 0 ? sql<string>`now() + make_interval(secs => ${pause}::float8)` : null
  await settle(db, taken, { state: MailState.QUEUED, reason: failure.reason, nextAttemptAt })
}

/**
 * Sends a delivery that was claimed. It ends up sent, queued for a later attempt, cancelled, or failed with a
 * reason.
 */
export async function sendDelivery(sending: Sending, taken: Claim): Promise<void> {
  const { db, transport, log, signal } = sending
  const { id: deliveryId, attempts } = taken
  const stop = startHeartbeat(
    HEARTBEAT_MS,
    () =>
      db
        .updateTable('mailDeliveries')
        .set({ updatedAt: sql`now()` })
        .where('id', '=', deliveryId)
        .where('state', '=', MailState.SENDING)
        .where('attempts', '=', attempts)
        .execute(),
    (error) => log.warn({ err: error, deliveryId }, 'heartbeat of a delivery failed'),
  )
  try {
    const mail = await load(sending, taken)
    if (typeof mail === 'string') {
      await settle(db, taken, { state: MailState.CANCELLED, reason: mail })
      return
    }
    await inSpan('SMTP', () => transport.send(mail, signal), { attempt: taken.attempts })
  } catch (error) {
    const failure = explainFailure(error)
    // The server's reply may name people, so it goes to the mail log only.
    log.warn(
      { deliveryId, mailId: taken.mailId, attempt: taken.attempts, permanent: failure.permanent },
      'mail not sent',
    )
    await failed(sending, taken, failure)
    return
  } finally {
    void stop()
  }
  await sent(db, taken)
  log.info({ deliveryId, mailId: taken.mailId }, 'mail sent')
}
