import multipart, { type MultipartFile } from '@fastify/multipart'
import { AppError, errorCode, protocolMessage } from '#server/errors.ts'
import type { App } from './app-types.ts'
import type { Limits } from './limits.ts'

/** RFC 2046: a boundary has 1 to 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i

/**
 * Accepts multipart forms in this scope, within the limits; 400 for a malformed boundary, before anything is
 * read.
 */
export async function takeForms(app: App, limits: Limits): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: limits.fileBytes,
      files: limits.files,
      fields: limits.fields,
      parts: limits.files + limits.fields,
      headerPairs: limits.partHeaders,
      fieldSize: limits.fieldBytes,
      fieldNameSize: limits.fieldNameBytes,
    },
  })
  app.addHook('preParsing', async ({ headers }) => {
    const type = headers['content-type'] ?? ''
    if (/^multipart\/form-data/i.test(type) && !BOUNDARY.test(type)) throw new AppError(400, protocolMessage(400))
  })
}

/** True for the form parser's error about a form that breaks off or is malformed. */
export const isBrokenForm = (error: Error) =>
  /^(?:Multipart: |Unexpected end of multipart data|.* due to unexpected end of multipart data)/.test(error.message)

/** The bytes of an uploaded file. Throws `tooLarge()` if it was cut off at its limit. */
export async function readPart(part: MultipartFile, tooLarge: () => Error): Promise<Buffer> {
  const data = await part.toBuffer().catch((error) => {
    throw errorCode(error) === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : error
  })
  // The parser reports a limit passed by the last chunk in this flag only.
  if (part.file.truncated) throw tooLarge()
  return data
}
