import { sql } from 'kysely'
import { noSuch, REQUIRED } from '#contract/lib/messages.ts'
import type { FileMailFileInput, MailFile } from '#contract/mail-in/mail-in.ts'
import { NOT_OF_ORDER } from '#contract/papers/papers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { openFile } from '#server/files/files.ts'
import type { Actor } from '#server/http/app-types.ts'
import { changePaper } from '#server/papers/change-papers.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { auditMail } from './change-mail.ts'
import { lockMail } from './lock-mail.ts'
import { readMailIn } from './read-mail-in.ts'

/** A file of a mail. */
interface OfMail {
  id: number
  fid: number
}

const IN_RAW = 'This file was refused. It is in the mail as it came.'
const NOT_LINKED = 'This mail is not linked with this order'

/** Opens the mail as it came. Throws 404, also once its text was erased. */
export async function openRaw({ db, files }: Pick<Services, 'db' | 'files'>, id: number) {
  const { rows } = await sql<{ rawKey: string; size: number }>`
    select raw_key, size from mail_in where id = ${id} and deleted_at is null`.execute(db)
  const [mail] = rows
  if (!mail?.rawKey) throw notFound('Mail')
  return { size: mail.size, stream: await openFile(files, mail.rawKey, 'Mail') }
}

/** Opens a file of a mail. Throws 404; 409 for one that was refused. */
export async function openMailFile({ db, files }: Pick<Services, 'db' | 'files'>, { id, fid }: OfMail) {
  const { rows } = await sql<{ name: string; contentType: string; size: number; key: string | null; state: string }>`
    select f.name, f.content_type, f.size, coalesce(f.storage_key, d.storage_key) as key, f.state
    from mail_in_files f join mail_in m on m.id = f.mail_id and m.deleted_at is null left join documents d on d.id = f.document_id
    where f.mail_id = ${id} and f.id = ${fid}`.execute(db)
  const [file] = rows
  if (!file) throw notFound('File')
  if (file.state === 'refused') throw new AppError(409, IN_RAW)
  if (!file.key) throw notFound('File')
  return { ...file, stream: await openFile(files, file.key, 'File') }
}

interface LockedFile {
  name: string
  contentType: string
  size: number
  sha256: Buffer
  storageKey: string
  state: MailFile['state']
}

/** Locks a file of a locked mail. Throws 404; 409 unless it is new. */
async function lockNewFile(tx: Tx, { id, fid }: OfMail): Promise<LockedFile> {
  const { rows } = await sql<LockedFile>`select name, content_type, size, sha256, storage_key, state
    from mail_in_files where mail_id = ${id} and id = ${fid} for update`.execute(tx)
  const [file] = rows
  if (!file) throw notFound('File')
  if (file.state !== 'new') throw new AppError(409, `This file is ${file.state} already.`)
  return file
}

async function answerFile(db: Db, { id, fid }: OfMail): Promise<MailFile> {
  const file = (await readMailIn(db, id)).files.find((each) => each.id === fid)
  if (!file) throw notFound('File')
  return file
}

/** The linked order that is meant. Throws 400. */
function orderOf(linked: readonly number[], sent: number | null): number {
  const orderId = sent ?? (linked.length === 1 ? linked[0] : undefined)
  if (orderId === undefined) throw invalid({ orderId: REQUIRED })
  if (!linked.includes(orderId)) throw invalid({ orderId: NOT_LINKED })
  return orderId
}

/**
 * Files a file of a mail as a document of an order, as if the caller had uploaded it; the paper that it is, is
 * received. Returns the file. Throws 404, 409, 400.
 */
export async function fileMailFile(
  tx: Tx,
  services: Services,
  { categoryId, requirementId, orderId: sent, ...of }: OfMail & FileMailFileInput,
  actor: Actor,
): Promise<MailFile> {
  const mail = await lockMail(tx, of.id)
  const { state: _, ...file } = await lockNewFile(tx, of)
  const orderId = orderOf(mail.orderIds, sent)
  const category = await tx
    .selectFrom('documentCategories')
    .select('id')
    .where('id', '=', categoryId)
    .executeTakeFirst()
  if (!category) throw invalid({ categoryId: noSuch('category') })
  const uploadedBy = actor.userId
  if (uploadedBy === null) throw invalid({ orderId: REQUIRED })
  if (requirementId !== null) await requirePaper(tx, orderId, requirementId)
  // The bytes change hands: they are the document's from now on.
  await sql`update mail_in_files set storage_key = null where id = ${of.fid}`.execute(tx)
  const { id: documentId } = await tx
    .insertInto('documents')
    .values({ ...file, categoryId, uploadedBy, orderId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name, size, contentType } = file
  const upload = {
    action: 'document.upload',
    entity: 'documents',
    entityId: documentId,
    after: { name, size, contentType },
  }
  await recordAudit(tx, actor, upload, ['name', 'size', 'contentType'])
  await recordAudit(
    tx,
    actor,
    { action: 'order.add-documents', entity: 'orders', entityId: orderId, after: { documents: [documentId] } },
    ['documents'],
  )
  if (requirementId !== null)
    await changePaper(
      tx,
      services,
      { orderId, paperId: requirementId, patch: { documentId, state: 'received' } },
      actor,
    )
  await sql`update mail_in_files set state = 'filed', document_id = ${documentId}, requirement_id = ${requirementId}::int
    where id = ${of.fid}`.execute(tx)
  await auditMail(tx, actor, of.id, 'file', { after: { file: name, document: documentId, orderId } })
  return answerFile(tx, of)
}

async function requirePaper(tx: Tx, orderId: number, paperId: number): Promise<void> {
  const paper = await tx
    .selectFrom('orderRequirements')
    .select('id')
    .where('id', '=', paperId)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (!paper) throw invalid({ requirementId: NOT_OF_ORDER })
}

/** Ignores a file of a mail. Returns it. Throws 404, 409. */
export async function ignoreMailFile(tx: Tx, _: unknown, of: OfMail, actor: Actor): Promise<MailFile> {
  await lockMail(tx, of.id)
  const { name } = await lockNewFile(tx, of)
  await sql`update mail_in_files set state = 'ignored' where id = ${of.fid}`.execute(tx)
  await auditMail(tx, actor, of.id, 'ignore-file', { after: { file: name } })
  return answerFile(tx, of)
}
