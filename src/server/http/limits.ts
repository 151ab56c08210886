import { MAX_UPLOAD_SIZE, MAX_UPLOADS } from '#contract/lib/uploads.ts'

const SECOND = 1_000
const KB = 1_024
const MB = 1_024 * KB

/**
 * The share of the server that one caller may use: times in milliseconds, sizes in bytes. The table 'Limits'
 * of docs/operations.md explains each.
 */
export const LIMITS = {
  /** Time until a connection must have sent the headers of a request. */
  headersMs: 10 * SECOND,
  /** Time until a whole request must have arrived, the largest upload included. */
  uploadMs: 120 * SECOND,
  /** Time until any other request must have arrived and been answered. */
  handlerMs: 30 * SECOND,
  /** Time to answer an upload that has arrived, after `uploadMs`. */
  afterUploadMs: 30 * SECOND,
  /** Time until a reply must have been read, however slowly. */
  replyMs: 600 * SECOND,
  /** Time without a byte from either side in the middle of a request. */
  silenceMs: 60 * SECOND,
  /** Time for which a request that was answered early may still be arriving. */
  lingerMs: 5 * SECOND,
  /** Time for which an idle connection is kept for the next request; longer than balancers do. */
  keepAliveMs: 72 * SECOND,
  /** Connections of an address without a session. */
  strangerConnections: 50,
  /** Interval at which connections are checked against the first two. */
  checkMs: 1 * SECOND,
  /** Size of a request's headers, including its address. */
  headerBytes: 16 * KB,
  /** Length of one part of a path. */
  pathPartChars: 200,
  bodyBytes: 1 * MB,
  /**
   * Size of the body of a call or page that is open to everybody. `PUBLIC_BODIES` has those that need more.
   */
  publicBodyBytes: 16 * KB,
  /**
   * Depth of objects and lists in a JSON body, and the values in all; routes may declare more (`jsonValues`).
   */
  jsonDepth: 64,
  jsonValues: 20_000,
  /** Size of a form with documents: their total and what the form adds. */
  uploadBytes: MAX_UPLOAD_SIZE + 2 * MB,
  /** Size of one file of a form; routes lower it. */
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
  /** A device's signature: four parts of up to 8,000 characters, beside two ids of 1,364. */
  passkeyLogin: 40 * KB,
  /** A mail with all its blocks, to be shown; only for holders of a ticket, which staff get. */
  frame: 1 * MB,
} as const

/** Options of a route that accepts files: its form may be this large, any other body may not. */
export const UPLOAD = {
  bodyLimit: LIMITS.uploadBytes,
  handlerTimeout: LIMITS.uploadMs + LIMITS.afterUploadMs,
}
/** Options of a route that streams from the file store. */
export const DOWNLOAD = { handlerTimeout: LIMITS.replyMs }
