import type { MultipartFile } from '@fastify/multipart'
import type { AppError } from './errors.ts'

/** The bytes of a file of a form. Throws `tooLarge` when there are more than its limit lets through. */
export async function bytesOf(part: MultipartFile, tooLarge: () => AppError): Promise<Buffer> {
  const data = await part.toBuffer().catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : error
  })
  // The last chunk that fits may be taken just before the parser sees that more follow: without this the file would be
  // kept without its end.
  if (part.file.truncated) throw tooLarge()
  return data
}
