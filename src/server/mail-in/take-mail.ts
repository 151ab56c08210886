import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { NOT_A_MAIL } from '#contract/mail-in/mail-in.ts'
import type { Automatic } from '#contract/mail-in/mail-in-codes.ts'
import { takeAttachments } from '#server/carrier-events/take-attachments.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { removeUnlessDone } from '#server/files/files.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import type { Actor } from '#server/http/app-types.ts'
import { parseFrom } from '#server/mail/mail-from.ts'
import { ownPartOf } from '#server/mail/own-message-ids.ts'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import { infection } from '#server/resource/read-upload.ts'
import type { Services } from '#server/services.ts'
import { noteReport } from './bounces.ts'
import { linkOrders, passOrdersOn } from './link-orders.ts'
import { type Match, matchMail } from './match-mail.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'
import type { MailFile } from './reading/mail-files.ts'
import { readMail } from './reading/read-mail.ts'
import { describeThread, joinThread } from './threads.ts'

/** Where a mail lay in a mailbox. */
export interface Place {
  inboxId: number
  uidValidity: number
  uid: number
}

interface Taking {
  raw: Buffer
  /** When it came, ISO 8601; null for now. */
  receivedAt: string | null
  /** Null for a mail that a call brought. */
  place: Place | null
  /** Whether the mailbox is read for the first time: then no webhook is told. */
  isFirstReading?: boolean
}

/** What became of a mail. */
interface Taken {
  id: number
  /** Whether it had come before. */
  duplicate: boolean
  /** Whether its sender may count as who it says; false for one that had come before. */
  believed: boolean
}

/** Characters of a mail's text that searches look in. */
const MOST_SEARCHED = 100_000

/** A file as it is kept, and its bytes if they are. */
interface KeptFile extends Pick<MailFile, 'name' | 'contentType' | 'size' | 'reason'> {
  sha256: Buffer
  storageKey: string | null
  bytes: Buffer | null
}

const newKey = (folder: 'mails' | 'documents') => {
  const id = randomUUID()
  return `${folder}/${id.slice(0, 2)}/${id}`
}

/** A file after the checks of uploads: refused with the reason, or with the place where its bytes will be. */
async function checkFile(services: Services, file: MailFile, actor: Actor): Promise<KeptFile> {
  const { name, contentType, size } = file
  const bytes = Buffer.from(file.bytes)
  const reason = file.reason ?? (await infection(services, bytes, actor))
  const kept = reason === null ? { storageKey: newKey('documents'), bytes } : { storageKey: null, bytes: null }
  return { name, contentType, size, sha256: Buffer.from(file.sha256, 'hex'), reason, ...kept }
}

/**
 * Takes a mail: its raw text to the file store first, then all rows in one transaction. The same mail again, from
 * wherever, is the first one: only its place is noted. Returns its id. Throws 400 at `body` for what is no mail, 503 if
 * its files cannot be scanned now.
 */
export async function takeMail(services: Services, { raw, ...taking }: Taking, actor: Actor): Promise<Taken> {
  const { db, files } = services
  const rawKey = newKey('mails')
  await noteLooseFiles(db, [rawKey])
  return removeUnlessDone(files, [rawKey], async () => {
    await files.write(rawKey, raw)
    const mail = await readMail(raw, { authserv: services.config.inboxAuthserv ?? null })
    if (!mail.isMail) throw invalid({ body: NOT_A_MAIL })
    const before = await db.transaction().execute((tx) => takeAgain(tx, mail, taking.place))
    const kept: KeptFile[] = []
    for (const file of before === null ? mail.files : []) kept.push(await checkFile(services, file, actor))
    const keys = kept.flatMap(({ storageKey }) => storageKey ?? [])
    if (keys.length > 0) await noteLooseFiles(db, keys)
    const taken = await removeUnlessDone(files, keys, async () => {
      for (const { storageKey, bytes } of kept) if (storageKey && bytes) await files.write(storageKey, bytes)
      if (before !== null) return { id: before, duplicate: true, believed: false }
      return db
        .transaction()
        .execute((tx) => insertMail(tx, services, { ...taking, mail, files: kept, rawKey, size: raw.length }))
    })
    if (!taken.duplicate && taken.believed)
      await noteOutcomes(db, taken.id, await takeAttachments(services, mail.files))
    // The loose files of a duplicate have no row, and need not wait for the sweep.
    if (taken.duplicate) await Promise.allSettled([rawKey, ...keys].map((key) => files.remove(key)))
    return taken
  })
}

/** Notes at the files of a mail what became of their EDI. */
async function noteOutcomes(db: Db, mailId: number, outcomes: ReadonlyMap<number, string>): Promise<void> {
  for (const [position, reason] of outcomes)
    await db
      .updateTable('mailInFiles')
      .set({ reason })
      .where('mailId', '=', mailId)
      .where('position', '=', position)
      .execute()
}

/** The mail that came before with the same content, with this place noted; null for a new one. */
async function takeAgain(
  tx: Tx,
  { messageId, contentHash }: IncomingMail,
  place: Place | null,
): Promise<number | null> {
  const found = await tx
    .selectFrom('mailIn')
    .select('id')
    .where('messageId', '=', messageId)
    .where('hash', '=', Buffer.from(contentHash, 'hex'))
    .executeTakeFirst()
  if (found) await notePlace(tx, found.id, place)
  return found?.id ?? null
}

const notePlace = (tx: Tx, mailId: number, place: Place | null) =>
  sql`insert into mail_in_places (mail_id, inbox_id, uid_validity, uid)
    values (${mailId}, ${place?.inboxId ?? null}, ${place?.uidValidity ?? null}, ${place?.uid ?? null})
    on conflict do nothing`.execute(tx)

/** Whether the sender may count as who it says: one sender, not one of us, and not forged as far as our server knows. */
async function isBelieved(
  tx: Tx,
  { config }: Services,
  { from, isFromSingle, authentication }: IncomingMail,
): Promise<boolean> {
  if (!isFromSingle || from.address === '' || authentication.dmarc === 'fail') return false
  const { rows } = await sql<{ address: string }>`select lower(address) as address from inboxes`.execute(tx)
  const ours = [config.mailFrom, config.mailReplyTo ?? ''].map((each) => parseFrom(each).address.toLowerCase())
  return ![...ours, ...rows.map(({ address }) => address)].includes(from.address.toLowerCase())
}

const isOurs = async (tx: Tx, messageId: string): Promise<boolean> =>
  (await tx
    .selectFrom('mails')
    .select('id')
    .where('messageId', '=', ownPartOf(messageId) ?? '')
    .executeTakeFirst()) !== undefined

interface Inserting extends Omit<Taking, 'raw'> {
  mail: IncomingMail
  files: readonly KeptFile[]
  rawKey: string
  size: number
}

async function insertMail(tx: Tx, services: Services, inserting: Inserting): Promise<Taken> {
  const { mail, files, place } = inserting
  const named = [mail.messageId, mail.inReplyTo, ...mail.references, mail.bounce?.originalMessageId].filter(
    (id) => id != null,
  )
  const threadId = await joinThread(tx, named)
  // Another server that takes the same mail now holds the lock of threads, or waits for it.
  const earlier = await takeAgain(tx, mail, place)
  if (earlier !== null) return { id: earlier, duplicate: true, believed: false }
  const believed = await isBelieved(tx, services, mail)
  const automatic: Automatic | null = (await isOurs(tx, mail.messageId)) ? 'own' : mail.automatic
  const match = await matchMail(
    tx,
    { ...mail, ...(automatic === 'own' ? { inReplyTo: mail.messageId } : {}) },
    believed,
  )
  const id = await insertRow(tx, { ...inserting, automatic, threadId, believed, match })
  await notePlace(tx, id, place)
  await insertFiles(tx, id, files)
  if (match.matched) await linkOrders(tx, id, { ...match, matched: match.matched })
  await passOrdersOn(tx, id)
  await noteReport(tx, id, mail)
  if (automatic === null)
    await sql`update mail_in set snoozed_until = null, updated_at = next_version(updated_at)
      where thread_id = ${threadId} and snoozed_until is not null`.execute(tx)
  await describeThread(tx, threadId)
  if (automatic === null && !inserting.isFirstReading) await announce(tx, id)
  const orderId = match.orderIds.length === 1 ? (match.orderIds[0] ?? null) : null
  await recordChanges(tx, NOBODY, [{ entity: 'mailIn', entityId: id, orderId, kind: 'receive' }])
  return { id, duplicate: false, believed }
}

type Row = Inserting & { automatic: Automatic | null; threadId: number; believed: boolean; match: Match }

async function insertRow(
  tx: Tx,
  { mail, place, receivedAt, rawKey, size, automatic, threadId, believed, match }: Row,
): Promise<number> {
  const { from, to, cc, subject, text } = mail
  const searched = [subject, from.name, from.address, ...to, ...cc, text.slice(0, MOST_SEARCHED)].join('\n')
  const { id } = await tx
    .insertInto('mailIn')
    .values({
      ...{
        inboxId: place?.inboxId ?? null,
        messageId: mail.messageId,
        hash: Buffer.from(mail.contentHash, 'hex'),
        inReplyTo: mail.inReplyTo,
      },
      ...{
        refs: [...mail.references],
        fromName: from.name,
        fromAddress: from.address,
        oneSender: mail.isFromSingle,
        believed,
      },
      ...{
        toAddresses: [...to],
        ccAddresses: [...cc],
        subject,
        sentAt: mail.sentAt,
        rawKey,
        size,
        automatic,
        threadId,
      },
      receivedAt: receivedAt ?? sql<string>`now()`,
      ...{ text, html: mail.html, htmlWithPictures: mail.htmlWithPictures, remotePictures: mail.remotePictures },
      ...{
        authentication: JSON.stringify(mail.authentication),
        protection: mail.protection,
        leftOut: [...mail.leftOut],
      },
      suggestions: JSON.stringify(match.suggestions),
      clientId: mail.isFromSingle
        ? sql<number | null>`(select id from users where lower(email) = ${from.address.toLowerCase()}
        and role = array['ROLE_USER'] and deleted_at is null)`
        : null,
      ...{
        state: automatic === null ? 'new' : 'ignored',
        searched: sql<string>`fold(${searched}) || E'\n' || bare(${subject})`,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertFiles(tx: Tx, mailId: number, files: readonly KeptFile[]): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('mailInFiles')
    .values(
      files.map(({ bytes: _, ...file }, position) => ({
        ...file,
        mailId,
        position,
        state: file.storageKey === null ? 'refused' : 'new',
      })),
    )
    .execute()
}

/** Tells webhooks that a mail came in: no address and no text of it. */
const announce = (tx: Tx, id: number) =>
  sql`select announce_to_webhooks('mail.received', m.order_id, null, null, jsonb_build_object('id', m.id, 'threadId', m.thread_id,
      'orderId', m.order_id, 'trackingCode', (select o.tracking_code from orders o where o.id = m.order_id),
      'matched', m.matched, 'verified', m.verified, 'files', (select count(*) from mail_in_files f where f.mail_id = m.id)))
    from mail_in m where m.id = ${id} and webhooks_want('mail.received')`.execute(tx)
