import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/client.ts'
import { type FileOnDisk, removeUnlessDone } from '#server/files/files.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** A file whose name, size and type were checked. */
export interface UploadedFile {
  name: string
  data: Buffer | FileOnDisk
  contentType: string
}

/** Files to store, and their owner. */
interface Storing {
  files: readonly UploadedFile[]
  categoryId: number
  uploadedBy: number
  /** The order that they belong to from the start, sent by its client; staff have not opened them yet. */
  orderId?: number
}

/**
 * Stores files with their rows. Opens its own transaction after the files are written, so that no row is ever
 * without its file; `before` and `after` run in it. Returns the rows and what `before` returned.
 */
export async function storeDocuments<T = null>(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { files: uploads, categoryId, uploadedBy, orderId }: Storing,
  actor: Actor,
  {
    before,
    after,
  }: { before?: (tx: Tx) => Promise<T>; after?: (tx: Tx, ids: number[], found: T) => Promise<void> } = {},
) {
  const keyed = uploads.map((upload) => {
    const key = randomUUID()
    return { ...upload, storageKey: `documents/${key.slice(0, 2)}/${key}` }
  })
  const keys = keyed.map(({ storageKey }) => storageKey)
  await noteLooseFiles(db, keys)
  return removeUnlessDone(files, keys, async () => {
    for (const { storageKey, data } of keyed) await files.write(storageKey, data)
    return db.transaction().execute(async (tx) => {
      const found = (await before?.(tx)) as T // null without it
      const of = { categoryId, uploadedBy, ...(orderId === undefined ? {} : { orderId, openedAt: null }) }
      const rows = await addRows(tx, keyed, of, actor)
      await after?.(
        tx,
        rows.map(({ id }) => id),
        found,
      )
      return { rows, found }
    })
  })
}

type Of = { categoryId: number; uploadedBy: number; orderId?: number; openedAt?: null }

const factsOf = (data: Buffer | FileOnDisk) =>
  Buffer.isBuffer(data)
    ? { size: data.length, sha256: createHash('sha256').update(data).digest() }
    : { size: data.size, sha256: data.sha256 }

async function addRows(tx: Tx, uploads: readonly (UploadedFile & { storageKey: string })[], of: Of, actor: Actor) {
  const rows = await tx
    .insertInto('documents')
    .values(
      uploads.map(({ name, data, contentType, storageKey }) => ({
        name,
        contentType,
        ...factsOf(data),
        storageKey,
        ...of,
      })),
    )
    .returning(['id', 'name', 'size', 'contentType', 'createdAt'])
    .execute()
  for (const row of rows) {
    const event = { action: 'document.upload', entity: 'documents', entityId: row.id, after: row }
    await recordAudit(tx, actor, event, ['name', 'size', 'contentType'])
  }
  return rows
}
