import type { FastifyRequest } from 'fastify'
import { MOST_IMPORTED } from '#contract/imports/imports.ts'
import type { ImportMapping } from '#contract/lib/import.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { EMPTY_FILE, noSuch } from '#contract/lib/messages.ts'
import { AppError, invalid } from '#server/errors.ts'
import { actorOf } from '#server/http/app-types.ts'
import { type Looking, readUpload } from '#server/resource/read-upload.ts'
import { MOST_OPTION_BYTES, sentMapping, sentOptions, textOf } from '#server/resource/sent-options.ts'

const LIMITS = { fileSize: MOST_IMPORTED.bytes, files: 1, fields: 3, parts: 4, fieldSize: MOST_OPTION_BYTES }

const tooLarge = () => {
  const message = `The file is larger than ${MOST_IMPORTED.bytes / 1024 / 1024} MB`
  return new AppError(413, message, { file: message })
}

const infected = (message: string) => invalid({ file: message })

/** A file name as it is shown: its last part, without control characters. */
const shownName = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{C}]/gu, '')
    .split(/[\\/]/)
    .at(-1)
    ?.slice(0, 255) || 'file'

/**
 * The file of a form, the mapping of its columns and its options, in any order. Throws 400, 413, 415, 503 if it cannot
 * be scanned.
 */
export async function sentFile(looking: Looking, request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError(415, 'Send the file as multipart/form-data')
  let file: { fileName: string; data: Buffer } | null = null
  let mapping: ImportMapping = {}
  let options: ImportOptions = {}
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file') {
      const data = await readUpload(looking, part, { tooLarge, infected }, actorOf(request))
      file = { fileName: shownName(part.filename ?? ''), data }
    } else if (part.fieldname === 'mapping') mapping = sentMapping(textOf(part)) ?? {}
    else if (part.fieldname === 'options') options = sentOptions(textOf(part)) ?? {}
    else throw invalid({ [part.fieldname]: noSuch('field') })
  }
  if (!file || file.data.length === 0) throw invalid({ file: EMPTY_FILE })
  return { ...file, mapping, options }
}
