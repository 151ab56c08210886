import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { EditorImage } from '#contract/blog/images.ts'
import { MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { IMAGE_TOO_LARGE, type Image } from '#contract/lib/images.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { openFile, removeUnlessDone } from '#server/files/files.ts'
import { imageColumns, imageOf, storedAt, widthAddress } from '#server/files/image-addresses.ts'
import {
  IMAGE_WIDTHS,
  imageKey,
  newImageKey,
  plainPicture,
  type StoredImage,
  storeImage,
  UnsupportedImageError,
} from '#server/files/images.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import { safeFileName } from '#server/files/upload-type.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { readUpload } from '#server/resource/read-upload.ts'
import type { Services } from '#server/services.ts'
import type { Caller } from '#server/threads/fair-queue.ts'

const tooLarge = () => new AppError(413, IMAGE_TOO_LARGE, { image: IMAGE_TOO_LARGE })

function refusal(error: unknown): unknown {
  if (!(error instanceof UnsupportedImageError)) return error
  return error.reason === 'bytes' ? tooLarge() : invalid({ image: error.message })
}

/**
 * Stores an image and its widths, then its row, so that no row is without its files. Throws 400 or 413 at
 * `image`.
 */
export async function uploadImage(services: Services, part: MultipartFile | undefined, actor: Actor): Promise<Image> {
  if (part?.fieldname !== 'image') throw invalid({ image: REQUIRED })
  const infected = (message: string) => invalid({ image: message })
  const data = await readUpload(services, part, { tooLarge, infected }, actor)
  if (data.length === 0) throw invalid({ image: REQUIRED })
  const name = safeFileName(part.filename ?? '') || 'image'
  const { db, files } = services
  const key = newImageKey()
  await noteLooseFiles(db, [key])
  const stored = await storeImage(files, data, name, key).catch((error) => {
    throw refusal(error)
  })
  const keys = [stored.storageKey, ...IMAGE_WIDTHS.map((width) => imageKey(stored.storageKey, width))]
  return removeUnlessDone(files, keys, () => db.transaction().execute((tx) => addRow(tx, { ...stored, name }, actor)))
}

async function addRow(tx: Tx, image: StoredImage & { name: string }, actor: Actor): Promise<Image> {
  const row = await tx
    .insertInto('images')
    .values({ ...image, uploadedBy: actor.userId })
    .returning([...imageColumns])
    .executeTakeFirstOrThrow()
  const event = { action: 'image.upload', entity: 'images', entityId: row.id, after: row }
  await recordAudit(tx, actor, event, ['name', 'width', 'height'])
  return imageOf(row)
}

/** The newest images, for the editor's list, at the width an article shows. */
export async function listEditorImages(db: Db): Promise<EditorImage[]> {
  const rows = await db
    .selectFrom('images')
    .select([...imageColumns])
    .orderBy('id', 'desc')
    .limit(MAX_PER_PAGE)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    value: widthAddress(row.storageKey, 1415),
    thumb: widthAddress(row.storageKey, 320),
  }))
}

/** Turns of pictures being converted: anybody may ask for them. */
const inTurn = createTurns({ atOnce: 1, waiting: 20 })

/** A stored image, or its copy for mails. Throws 404, 503 if too many are being converted. */
export async function openImage(
  { files }: Services,
  { folder, file, caller }: { folder: string; file: string; caller: Caller },
): Promise<{ content: Readable | Buffer; contentType: string }> {
  const stored = storedAt(folder, file)
  if (!stored) throw notFound('Image')
  const { key, contentType } = stored
  if (contentType) return { content: await openFile(files, key, 'Image'), contentType }
  const picture = await inTurn(caller, () => plainPicture(files, key))
  if (!picture) throw notFound('Image')
  return { content: picture.data, contentType: picture.contentType }
}
