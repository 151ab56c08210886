import type { MultipartFile } from '@fastify/multipart'
import { sql } from 'kysely'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import type { Document } from '#contract/orders/orders.ts'
import { TOO_HEAVY, WRONG_TYPE } from '#contract/orders/set-event.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { openFile } from '#server/files/files.ts'
import { safeFileName, uploadType } from '#server/files/upload-type.ts'
import type { Actor } from '#server/http/app-types.ts'
import { type Looking, readUpload } from '#server/resource/read-upload.ts'
import type { Services } from '#server/services.ts'
import { storeDocuments, type UploadedFile } from './store-documents.ts'

/**
 * Reads all files of a submission into memory, up to 25 MB in total. Throws 400 at the files, 413 above the
 * limit, 503 if they cannot be scanned.
 */
async function readUploads(
  looking: Looking,
  parts: AsyncIterable<MultipartFile>,
  actor: Actor,
): Promise<UploadedFile[]> {
  const uploads: UploadedFile[] = []
  const errors: Record<string, string> = {}
  let total = 0
  let index = 0
  for await (const part of parts) {
    const field = `files.${index++}`
    const tooHeavy = () => new AppError(413, TOO_HEAVY, { [field]: TOO_HEAVY })
    const infected = (message: string) => invalid({ [field]: message })
    const data = await readUpload(looking, part, { tooLarge: tooHeavy, infected }, actor)
    total += data.length
    if (total > MAX_UPLOAD_SIZE) throw tooHeavy()
    const name = safeFileName(part.filename ?? '')
    const contentType = data.length > 0 ? await uploadType(name, data) : null
    if (data.length === 0) errors[field] = EMPTY_FILE
    else if (contentType === null) errors[field] = WRONG_TYPE
    else uploads.push({ name, data, contentType })
  }
  if (index === 0) throw invalid({ files: EMPTY_FILE })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return uploads
}

/**
 * Stores the files of a submission under a category; they are attached later. Throws 404 for the category,
 * 400 and 413 at the files.
 */
export async function uploadDocuments(
  services: Pick<Services, 'db' | 'files' | 'log' | 'scanner'>,
  { categoryId, parts }: { categoryId: number; parts: AsyncIterable<MultipartFile> },
  actor: Actor & { userId: number },
): Promise<Document[]> {
  const category = await services.db
    .selectFrom('documentCategories')
    .select('name')
    .where('id', '=', categoryId)
    .executeTakeFirst()
  if (!category) throw notFound('Category')
  const files = await readUploads(services, parts, actor)
  const { rows } = await storeDocuments(services, { files, categoryId, uploadedBy: actor.userId }, actor)
  return rows.map((row) => ({ ...row, category: category.name }))
}

/** Notes that staff have seen a document that a client sent. */
const noteOpened = (db: Db, id: number) =>
  db.updateTable('documents').set({ openedAt: sql`now()` }).where('id', '=', id).where('openedAt', 'is', null).execute()

/** Opens a document as a stream. Throws 404, including for a deleted order. */
export async function openDocument({ db, files }: Pick<Services, 'db' | 'files'>, id: number) {
  const row = await db
    .selectFrom('documents as d')
    .leftJoin('orders as o', 'o.id', 'd.orderId')
    .select(['d.name', 'd.contentType', 'd.size', 'd.storageKey', 'd.openedAt'])
    .where('d.id', '=', id)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Document')
  if (row.openedAt === null) await noteOpened(db, id)
  return { ...row, stream: await openFile(files, row.storageKey, 'Document') }
}
