import { MAX_UPLOAD_SIZE, MAX_UPLOADS } from '#contract/lib/uploads.ts'

const SECOND = 1_000
const KB = 1_024
const MB = 1_024 * KB

/**
 * What one caller may take of the server: times in milliseconds, sizes in bytes. The table 'Limits' of
 * docs/operations.md tells of each.
 */
export const LIMITS = {
  /** A connection must have sent the headers of a request. */
  headersMs: 10 * SECOND,
  /** A whole request must have arrived, the largest upload included. */
  uploadMs: 120 * SECOND,
  /** Any other request must have arrived and been answered. */
  handlerMs: 30 * SECOND,
  /** What has arrived of an upload must be answered, after `uploadMs`. */
  afterUploadMs: 30 * SECOND,
  /** A reply must have been taken, however slowly it is read. */
  replyMs: 600 * SECOND,
  /** Neither side has sent anything in the middle of a request. */
  silenceMs: 60 * SECOND,
  /** An idle connection is kept for the next request; longer than balancers do. */
  keepAliveMs: 72 * SECOND,
  /** How often connections are looked through for the first two. */
  checkMs: 1 * SECOND,
  /** Headers of a request, its address included. */
  headerBytes: 16 * KB,
  /** One part of a path. */
  pathPartChars: 200,
  bodyBytes: 1 * MB,
  /** A form with documents: what they may weigh and what a form adds. */
  uploadBytes: MAX_UPLOAD_SIZE + 2 * MB,
  /** A file of a form; routes lower it. */
  fileBytes: MAX_UPLOAD_SIZE,
  files: MAX_UPLOADS,
  /** Parts of a form that are no files. */
  fields: 5,
  fieldBytes: 10 * KB,
  fieldNameBytes: 100,
  partHeaders: 50,
} as const

/** The limits with other values; tests are less patient. */
export type Limits = Record<keyof typeof LIMITS, number>

/** Of a route that takes files. */
export const UPLOAD = {
  bodyLimit: LIMITS.uploadBytes,
  handlerTimeout: LIMITS.uploadMs + LIMITS.afterUploadMs,
}
/** Of a route whose reply is read from the file store as it is taken. */
export const DOWNLOAD = { handlerTimeout: LIMITS.replyMs }
