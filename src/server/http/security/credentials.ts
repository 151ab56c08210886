import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { hashToken, isToken } from '#server/http/tokens.ts'

/** The credential that a call identifies itself with. */
export interface Credential {
  kind: 'session' | 'key'
  /** SHA-256 of the token or the key. */
  hash: Buffer
  /** The value that finds its row: the hash of a token, the prefix of a key. */
  by: Buffer | string
  /** The hash as text. */
  text: string
}

/** A key: its prefix, which finds it, and 256 random bits. */
const KEY = /^qs_([0-9a-f]{8})_[0-9a-f]{64}$/
const BEARER = /^Bearer +(\S+) *$/i
/**
 * A key in an address, as a value of any parameter. Each position is looked at once: anybody can send 16 KB
 * of question marks.
 */
const IN_QUERY = /[?&][^=&?]*=qs_[0-9a-f]{8}_/i

const HOW = 'Send an API key in the header "Authorization: Bearer qs_…" only'
export const KEY_UNKNOWN = 'This API key is not valid.'

const refused = (message: string) =>
  new AppError(401, message, null, { 'www-authenticate': 'Bearer realm="Quayside", error="invalid_token"' })

/** A new key, with the parts of it that are stored. */
export function newKey(): { key: string; prefix: string; hash: Buffer } {
  const prefix = randomBytes(4).toString('hex')
  const key = `qs_${prefix}_${randomBytes(32).toString('hex')}`
  return { key, prefix, hash: hashToken(key) }
}

/**
 * The value of `Authorization`, if it is meant to be one of our keys; proxies in front may send tokens of
 * their own.
 */
function sentKey({ headers }: FastifyRequest): string | null {
  const [, bearer = ''] = BEARER.exec(headers.authorization ?? '') ?? []
  return bearer.startsWith('qs_') ? bearer : null
}

/** The credential of a call; null for none. Throws 401 for a key in the wrong place, or beside a token. */
export function credentialOf(request: FastifyRequest): Credential | null {
  const token = request.headers['user-token']
  const key = sentKey(request)
  if (typeof token === 'string' && token.startsWith('qs_')) throw refused(`${HOW}, not as user-token.`)
  if (IN_QUERY.test(request.url)) throw refused(`${HOW}, never in an address.`)
  if (key !== null) {
    if (token !== undefined) throw refused(`${HOW}, without a user-token.`)
    const prefix = KEY.exec(key)?.[1]
    if (prefix === undefined) throw refused(KEY_UNKNOWN)
    const digest = hashToken(key)
    return { kind: 'key', hash: digest, by: prefix, text: digest.toString('base64') }
  }
  if (!isToken(token)) return null
  const digest = hashToken(token)
  return { kind: 'session', hash: digest, by: digest, text: digest.toString('base64') }
}

/** A key as the database knows it. */
export interface StoredKey {
  /** In hex. */
  hash: string
  revoked: boolean
  expired: boolean
  /** False once its owner is no longer an administrator, or is disabled. */
  ownerValid: boolean
}

/**
 * Throws 401 unless the sent key is this one and may be used. Only a caller with the whole key learns why it
 * is refused.
 */
export function checkKey(sent: Credential, stored: StoredKey | undefined): void {
  const known = Buffer.from(stored?.hash ?? hash('sha256', '', 'hex'), 'hex')
  if (!timingSafeEqual(known, sent.hash) || !stored) throw refused(KEY_UNKNOWN)
  if (stored.revoked) throw refused('This API key was revoked.')
  if (stored.expired) throw refused('This API key has expired.')
  if (!stored.ownerValid) throw refused('This API key belongs to an account that is no longer an administrator.')
}
