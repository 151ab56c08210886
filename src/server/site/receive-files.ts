import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Multipart } from '@fastify/multipart'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import type { FileOnDisk } from '#server/files/files.ts'
import { safeFileName, uploadTypeOnDisk } from '#server/files/upload-type.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { UploadedFile } from '#server/orders/store-documents.ts'
import { infection, type Looking } from '#server/resource/read-upload.ts'

/** A file that arrived, on disk; or why it was not kept. */
export interface ReceivedFile {
  paperId: number
  name: string
  file: FileOnDisk | null
  problem: string | null
}

const ONE_EACH = 'Send one file for each document'
/** For clients, in place of the text that staff know. */
export const TOO_LARGE = `The files are too large: at most ${MAX_UPLOAD_SIZE / 1024 / 1024} MB together`
const FIELD = /^file-([1-9]\d{0,9})$/

/** Writes the bytes of a part to a file, up to `most`. Null if there were more; then nothing is kept. */
async function writePart(
  part: AsyncIterable<Buffer> & { truncated?: boolean },
  path: string,
  most: number,
): Promise<FileOnDisk | null> {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of part) {
      size += chunk.length
      // The rest is read all the same, so that the files after it are reached.
      if (size > most) continue
      hash.update(chunk)
      await handle.write(chunk)
    }
  } finally {
    await handle.close()
  }
  if (size <= most && !part.truncated) return { path, size, sha256: hash.digest() }
  await rm(path, { force: true })
  return null
}

/**
 * Reads a form of files to disk, one after the other, so that many at once need little memory. Files beyond
 * the limit are left out.
 */
async function receive(parts: AsyncIterable<Multipart>, folder: string): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = []
  let total = 0
  for await (const part of parts) {
    if (part.type !== 'file') continue
    const paperId = Number(FIELD.exec(part.fieldname)?.[1] ?? 0)
    const file = await writePart(part.file, join(folder, randomUUID()), MAX_UPLOAD_SIZE - total)
    // Browsers send this for a field without a file.
    if (file?.size === 0 && !part.filename) continue
    total += file?.size ?? 0
    const twice = received.some((other) => other.paperId === paperId)
    const problem = file === null ? TOO_LARGE : file.size === 0 ? EMPTY_FILE : twice ? ONE_EACH : null
    received.push({ paperId, name: safeFileName(part.filename), file: problem === null ? file : null, problem })
  }
  return received
}

/** Receives the files of a form for `work`; what is on disk is gone afterwards, whatever happens. */
export async function withReceivedFiles<T>(
  parts: AsyncIterable<Multipart>,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-upload-'))
  try {
    return await work(await receive(parts, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Scans all files before any is accepted. Throws 503 if they cannot be scanned now: then none is. */
export async function lookInto(looking: Looking, received: ReceivedFile[], actor: Actor): Promise<ReceivedFile[]> {
  const looked: ReceivedFile[] = []
  for (const each of received) {
    const problem = each.file && (await infection(looking, each.file, actor))
    looked.push(problem ? { ...each, file: null, problem } : each)
  }
  return looked
}

/** The file with its checked type; null for a type that is not accepted. */
export async function checkReceived(name: string, data: FileOnDisk): Promise<UploadedFile | null> {
  const contentType = await uploadTypeOnDisk(name, data.path)
  return contentType === null ? null : { name, data, contentType }
}
