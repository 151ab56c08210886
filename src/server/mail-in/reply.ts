import { sql } from 'kysely'
import { isBlankHtml } from '#contract/lib/blank-html.ts'
import * as f from '#contract/lib/fields.ts'
import { EMPTY_BLOCK, noSuch } from '#contract/lib/messages.ts'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import { MailKind, RecipientRole } from '#contract/mail/mail-codes.ts'
import type { Replied, ReplyInput } from '#contract/mail-in/mail-in.ts'
import { MOST_RECIPIENTS } from '#contract/mail-in/mail-in-codes.ts'
import { TOO_HEAVY } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { cleanRichTextAside, finishUnwrappedAside, plainTextAside } from '#server/html/html-aside.ts'
import { wrapText } from '#server/html/wrap-text.ts'
import type { Actor } from '#server/http/app-types.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { type MailSettings, mailBases } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { wholeMessageId } from '#server/mail/own-message-ids.ts'
import { findMailTemplate } from '#server/mail/render-mail.ts'
import { attachDocuments } from '#server/orders/attach-documents.ts'
import { setEvent } from '#server/orders/events/set-event.ts'
import { auditMail, writeMail } from './change-mail.ts'
import { type LockedMail, lockMail, requireFree } from './lock-mail.ts'
import { readMailIn } from './read-mail-in.ts'
import { joinThread } from './threads.ts'

/** References of a mail: the first, and as many of the last. */
const LAST_REFERENCES = 49
/** The Message-ID that a mail without one is given here: nobody else knows it. */
const MADE_UP = /@missing>$/

/** Settings that mails of ours depend on, and whom they come from. */
type ReplySettings = MailSettings & { config: { mailFrom: string } }

/** The recipients of a reply, each address once. Throws 400 at `to`. */
async function recipientsOf(tx: Tx, mail: LockedMail, { to, cc }: Pick<ReplyInput, 'to' | 'cc'>) {
  const wanted = to ?? (await usualRecipient(tx, mail))
  const all = [...wanted, ...cc]
  if (wanted.length === 0) throw invalid({ to: 'Enter an address' })
  if (all.length > MOST_RECIPIENTS) throw invalid({ to: f.tooMany(MOST_RECIPIENTS) })
  if (new Set(all.map((address) => address.toLowerCase())).size < all.length)
    throw invalid({ to: 'Enter each address once' })
  return { to: wanted, cc }
}

/**
 * Whom a reply goes to by default: the address of the one order, else of the client, else of the sender. The mail's
 * own Reply-To is never taken: anybody can write it.
 */
async function usualRecipient(tx: Tx, { id }: LockedMail): Promise<string[]> {
  const { rows } = await sql<{ ofOrder: string | null; ofClient: string | null; sender: string }>`
    select (select o.email from orders o where o.id = m.order_id and o.deleted_at is null) as of_order,
      (select u.email from users u where u.id = m.client_id and u.deleted_at is null) as of_client, m.from_address as sender
    from mail_in m where m.id = ${id}`.execute(tx)
  const { ofOrder = null, ofClient = null, sender = '' } = rows[0] ?? {}
  const usable = [ofOrder, ofClient, sender].find((address) => f.email().safeParse(address).success)
  return usable ? [f.email().parse(usable)] : []
}

/** The text of a reply as it is sent. Throws 400 at `html`. */
async function composeText(services: MailSettings, html: string): Promise<{ html: string; text: string }> {
  const clean = await cleanRichTextAside(html)
  if (clean === null) throw invalid({ html: 'The elements of this text are nested too deep' })
  if (isBlankHtml(clean)) throw invalid({ html: EMPTY_BLOCK })
  const finished = await finishUnwrappedAside(clean, mailBases(services))
  return {
    html: finished.html,
    text: finished.text ? wrapText(finished.text.lines) : await plainTextAside(finished.html),
  }
}

interface ReplyDocument {
  id: number
  /** Whether it is an upload of the caller that belongs to no order yet. */
  isOwn: boolean
}

/**
 * Documents to attach: uploads of the caller that belong to no order yet, or documents of a linked order. Locked until
 * the transaction ends. Throws 400 at each other, and at all if they are too heavy together.
 */
async function takeReplyDocuments(
  tx: Tx,
  ids: readonly number[],
  { orderIds }: LockedMail,
  userId: number | null,
): Promise<ReplyDocument[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReplyDocument & { size: number }>`
    select d.id, d.size, d.order_id is null as is_own from documents d
    where d.id = any(${[...ids]}::int[]) and (d.order_id = any(${orderIds}::int[]) or (d.order_id is null and d.uploaded_by = ${userId}
      and not exists (select from made_documents m where m.document_id = d.id)))
    order by d.id for update`.execute(tx)
  const errors: Record<string, string> = {}
  for (const [at, id] of ids.entries()) {
    if (!rows.some((row) => row.id === id))
      errors[`documents.${at}`] = 'This document was not uploaded by you, and is not one of a linked order'
    else if (ids.indexOf(id) !== at) errors[`documents.${at}`] = 'This document is listed twice'
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (rows.reduce((sum, { size }) => sum + size, 0) > MAX_UPLOAD_SIZE)
    throw invalid(Object.fromEntries(ids.map((_, at) => [`documents.${at}`, TOO_HEAVY])))
  return rows
}

async function templateOf(tx: Tx, id: number | null) {
  if (id === null) return null
  const template = await findMailTemplate(tx, { id })
  if (!template || template.system) throw invalid({ templateId: noSuch('mail template') })
  return template
}

/** The event that is set in the same step, now. Throws 400 at `eventId`. */
async function setItsEvent(
  tx: Tx,
  services: MailSettings,
  { orderIds }: LockedMail,
  eventId: number,
  actor: Actor,
): Promise<number> {
  const [orderId, ...others] = orderIds
  if (orderId === undefined || others.length > 0)
    throw invalid({ eventId: 'An event can be set for a mail of exactly one order' })
  const entry = await setEvent(
    tx,
    services,
    {
      ...{ bookingRequestId: orderId, eventId, date: new Date().toISOString(), comment: '', emailTemplateId: null },
      ...{ documents: [], carry: true, complete: false, uploadedBy: actor.userId ?? 0 },
    },
    actor,
  )
  return entry.id
}

/** The last mails that a reply names, so that every mail program finds its place. */
function referencesOf({ messageId, refs }: LockedMail): { inReplyTo: string | null; refs: string[] } {
  const inReplyTo = MADE_UP.test(messageId) ? null : messageId
  const all = [...refs, ...(inReplyTo === null ? [] : [inReplyTo])]
  return {
    inReplyTo,
    refs: all.length <= LAST_REFERENCES + 1 ? all : [...all.slice(0, 1), ...all.slice(-LAST_REFERENCES)],
  }
}

/**
 * Answers a mail: an ordinary mail, held, to each recipient. The mail waits for the client then, and is the caller's.
 * Cancelling the mail before it leaves takes all of this back. Throws 404; 409 for an ignored mail, or while another
 * has claimed it; 400 at the fields.
 */
export async function replyToMail(
  tx: Tx,
  services: ReplySettings,
  { id, ...input }: ReplyInput & { id: number },
  actor: Actor,
): Promise<Replied> {
  const mail = await lockMail(tx, id)
  requireFree(mail, actor.userId)
  if (mail.state === 'ignored') throw new AppError(409, 'This mail is ignored. Reopen it first.')
  const recipients = await recipientsOf(tx, mail, input)
  const template = await templateOf(tx, input.templateId)
  const texts = await composeText(services, input.html)
  const documents = await takeReplyDocuments(tx, input.documents, mail, actor.userId)
  const entryId = input.eventId === null ? null : await setItsEvent(tx, services, mail, input.eventId, actor)
  const [orderId = null, ...others] = mail.orderIds
  const [first = '', ...more] = recipients.to
  const mailId = await queueMail(
    tx,
    {
      ...texts,
      kind: MailKind.REPLY,
      to: { name: '', address: first },
      copies: true,
      subject: input.subject,
      orderId: others.length === 0 ? orderId : null,
      orderEventId: entryId,
      userId: mail.clientId,
      createdBy: actor.userId,
      templateId: template?.id ?? null,
      templateTitle: template?.title ?? null,
      documentIds: documents.map((document) => document.id),
    },
    { configured: await canSend(tx, services), holdSeconds: services.config.mailHoldSeconds },
  )
  await addRecipients(tx, mailId, more, RecipientRole.TO)
  await addRecipients(tx, mailId, recipients.cc, RecipientRole.CC)
  if (others.length > 0)
    await sql`insert into mail_orders (mail_id, order_id) select ${mailId}, id from unnest(${mail.orderIds}::int[]) id`.execute(
      tx,
    )
  const own = documents.filter(({ isOwn }) => isOwn).map((document) => document.id)
  if (orderId !== null && others.length === 0) await attachDocuments(tx, own, { orderId, orderEventId: entryId })
  await bindTo(tx, services.config, mail, { mailId, documents: entryId === null ? own : [] })
  await writeMail(
    tx,
    id,
    sql`state = 'answered', snoozed_until = null, claimed_by = ${actor.userId}, claimed_at = now()`,
  )
  await sql`delete from drafts where kind = 'reply' and record_id = ${id} and user_id = ${actor.userId}`.execute(tx)
  await auditMail(tx, actor, id, 'reply', { before: { state: mail.state }, after: { state: 'answered', mailId } })
  return { mail: await readQueued(tx, mailId), entryId, mailIn: await readMailIn(tx, id) }
}

/** Further deliveries, each due as the first. */
const addRecipients = (tx: Tx, mailId: number, addresses: readonly string[], role: string) =>
  sql`insert into mail_deliveries (mail_id, role, address, state, reason, next_attempt_at, trace_parent)
    select d.mail_id, ${role}, x.address, d.state, d.reason, d.next_attempt_at, d.trace_parent
    from (select * from mail_deliveries where mail_id = ${mailId} and role = 'to' order by id limit 1) d,
      unnest(${[...addresses]}::text[]) with ordinality as x (address, place)
    order by x.place`.execute(tx)

/** Binds a queued reply to the mail that it answers: its thread, its headers, and what the mail was before. */
async function bindTo(
  tx: Tx,
  config: { mailFrom: string },
  mail: LockedMail,
  { mailId, documents }: { mailId: number; documents: readonly number[] },
): Promise<void> {
  const { inReplyTo, refs } = referencesOf(mail)
  const before = {
    ...{ state: mail.state, claimedBy: mail.claimedBy, claimedAt: mail.claimedAt, snoozedUntil: mail.snoozedUntil },
    documents,
  }
  const { messageId } = await tx
    .updateTable('mails')
    .set({ inReplyTo, refs, threadId: mail.threadId, answersId: mail.id, answeredBefore: JSON.stringify(before) })
    .where('id', '=', mailId)
    .returning('messageId')
    .executeTakeFirstOrThrow()
  await joinThread(tx, [mail.messageId, wholeMessageId(messageId, config)])
}

async function readQueued(tx: Tx, mailId: number): Promise<Replied['mail']> {
  const { rows } = await sql<Replied['mail']>`
    select m.id, d.state, d.sent_at, d.reason, m.send_at from mails m
      join mail_deliveries d on d.mail_id = m.id and d.role = 'to' where m.id = ${mailId} order by d.id limit 1`.execute(
    tx,
  )
  const [mail] = rows
  if (!mail) throw new Error('The mail is not there')
  return mail
}
