import { atMost, EMPTY_FILE } from '#contract/lib/messages.ts'
import { MAX_UPLOAD_SIZE, MAX_UPLOADS, UPLOAD_EXTENSIONS } from '#contract/lib/uploads.ts'
import { ONLY_WITH_MAIL, RECOMMENDED_DOCUMENTS_SIZE, TOO_HEAVY, WRONG_TYPE } from '#contract/orders/set-event.ts'

/** A file chosen for the mail of an event. */
export interface AttachedFile {
  key: string
  file: Pick<File, 'name' | 'size'>
  categoryId: number
  /** The server's message; null if it took the file. */
  refusal: string | null
  /** The share uploaded, 0 to 1; null while not uploading. */
  progress: number | null
  /** The id of the stored document; null before. */
  documentId: number | null
}

const EXTENSIONS: readonly string[] = UPLOAD_EXTENSIONS

/** The problem with one file; null for none. */
export function fileProblem({ file, refusal }: Pick<AttachedFile, 'file' | 'refusal'>): string | null {
  if (refusal) return refusal
  const extension = /\.([a-z]+)$/i.exec(file.name)?.[1] ?? ''
  if (!EXTENSIONS.includes(extension.toLowerCase())) return WRONG_TYPE
  return file.size === 0 ? EMPTY_FILE : null
}

/** True for a file that is not stored yet and ready to upload. */
export const isToUpload = (each: AttachedFile) => each.documentId === null && fileProblem(each) === null

/** The total size in bytes. */
export const totalSize = (files: readonly Pick<AttachedFile, 'file'>[]) =>
  files.reduce((sum, { file }) => sum + file.size, 0)

/** True above 7 MB, where the client's mail server may refuse the mail. */
export const isHeavy = (files: readonly AttachedFile[]) => totalSize(files) > RECOMMENDED_DOCUMENTS_SIZE

/** The problem with all files taken together; null for none. */
export function filesProblem(files: readonly AttachedFile[]): string | null {
  if (totalSize(files) > MAX_UPLOAD_SIZE) return TOO_HEAVY
  return files.length > MAX_UPLOADS ? atMost(MAX_UPLOADS) : null
}

/** The problem with the files of an event, which go out with its mail; null for none. */
export function enclosedFilesProblem(files: readonly AttachedFile[], templateId: number | null): string | null {
  return files.length > 0 && templateId === null ? ONLY_WITH_MAIL : filesProblem(files)
}
