import { MAX_UPLOAD_SIZE, MAX_UPLOADS } from '#contract/lib/uploads.ts'

const SECOND = 1_000
const KB = 1_024
const MB = 1_024 * KB

/**
 * What one caller may use of the server: times in milliseconds, sizes in bytes. The table 'Limits' of
 * docs/operations.md explains each.
 */
export const LIMITS = {
  /** A connection must have sent the headers of a request. */
  headersMs: 10 * SECOND,
  /** A whole request must have arrived, the largest upload included. */
  uploadMs: 120 * SECOND,
  /** Any other request must have arrived and been answered. */
  handlerMs: 30 * SECOND,
  /** An upload that has arrived must be answered within this, after `uploadMs`. */
  afterUploadMs: 30 * SECOND,
  /** A reply must have been read, however slowly. */
  replyMs: 600 * SECOND,
  /** Neither side has sent anything in the middle of a request. */
  silenceMs: 60 * SECOND,
  /** A request that was answered early may still be arriving. */
  lingerMs: 5 * SECOND,
  /** An idle connection is kept for the next request; longer than balancers do. */
  keepAliveMs: 72 * SECOND,
  /** Connections of an address without a session. */
  strangerConnections: 50,
  /** How often connections are checked against the first two. */
  checkMs: 1 * SECOND,
  /** Headers of a request, its address included. */
  headerBytes: 16 * KB,
  /** One part of a path. */
  pathPartChars: 200,
  bodyBytes: 1 * MB,
  /** A body of a call or a page that is open to everybody. `PUBLIC_BODIES` has those that need more. */
  publicBodyBytes: 16 * KB,
  /** Objects and lists inside each other in a JSON body, and the values in all; routes may declare more (`jsonValues`). */
  jsonDepth: 64,
  jsonValues: 20_000,
  /** A form with documents: their total size and what the form adds. */
  uploadBytes: MAX_UPLOAD_SIZE + 2 * MB,
  /** One file of a form; routes lower it. */
  fileBytes: MAX_UPLOAD_SIZE,
  files: MAX_UPLOADS,
  /** Parts of a form other than files. */
  fields: 5,
  fieldBytes: 10 * KB,
  fieldNameBytes: 100,
  partHeaders: 50,
} as const

/** The limits with other values, for tests. */
export type Limits = Record<keyof typeof LIMITS, number>

/** Bytes of the bodies that are open to everybody and need more than `publicBodyBytes`. */
export const PUBLIC_BODIES = {
  /** What a device signs: four parts of up to 8,000 characters, beside two ids of 1,364. */
  passkeyLogin: 40 * KB,
  /** A mail with all its blocks, to be shown. Only for holders of a ticket, which staff get. */
  frame: 1 * MB,
} as const

/** Options of a route that accepts files: its form may be this large. Other bodies sent to it may not. */
export const UPLOAD = {
  bodyLimit: LIMITS.uploadBytes,
  handlerTimeout: LIMITS.uploadMs + LIMITS.afterUploadMs,
}
/** Options of a route that streams from the file store. */
export const DOWNLOAD = { handlerTimeout: LIMITS.replyMs }
