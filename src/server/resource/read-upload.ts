import type { MultipartFile } from '@fastify/multipart'
import type { FastifyBaseLogger } from 'fastify'
import { INFECTED, SCANNER_AWAY } from '#contract/lib/uploads.ts'
import type { Db } from '#server/db/client.ts'
import { busy } from '#server/errors.ts'
import { type Scanner, ScannerAway } from '#server/files/clamd.ts'
import type { FileOnDisk } from '#server/files/files.ts'
import type { Actor } from '#server/http/app-types.ts'
import { readPart } from '#server/http/forms.ts'
import { recordAudit } from './audit.ts'

/** Services that scanning an upload needs. */
export interface Looking {
  db: Db
  log: FastifyBaseLogger
  /** Null if nothing is scanned. */
  scanner: Pick<Scanner, 'scan'> | null
}

/**
 * The message about a file in which the scanner found malware; null for a clean one, and without a scanner.
 * The trail and the log name the finding and the sender. Throws 503 if the scanner does not answer: an
 * unscanned file is not accepted.
 */
export async function infection(
  { db, log, scanner }: Looking,
  data: Buffer | FileOnDisk,
  actor: Actor,
): Promise<string | null> {
  if (!scanner) return null
  const found = await scanner.scan(data, actor.userId ?? actor.ip).catch((error) => {
    if (!(error instanceof ScannerAway)) throw error
    log.error({ err: error }, 'an upload could not be scanned')
    throw busy(SCANNER_AWAY)
  })
  if (found === null) return null
  const { userId: user, apiKeyId: key, requestId } = actor
  log.warn({ found, user, key, requestId }, 'an infected upload was refused')
  const size = Buffer.isBuffer(data) ? data.length : data.size
  const event = { action: 'upload.infected', entity: 'uploads', after: { found, size } }
  await recordAudit(db, actor, event, ['found', 'size'])
  return INFECTED
}

/** Errors for an uploaded file that is too large or infected. */
interface Reading {
  tooLarge: () => Error
  infected: (message: string) => Error
}

/**
 * The bytes of an uploaded file, scanned. Throws the errors of `reading`, and 503 if it cannot be scanned
 * now.
 */
export async function readUpload(
  looking: Looking,
  part: MultipartFile,
  { tooLarge, infected }: Reading,
  actor: Actor,
): Promise<Buffer> {
  const data = await readPart(part, tooLarge)
  const message = await infection(looking, data, actor)
  if (message !== null) throw infected(message)
  return data
}
