import { hash, randomBytes } from 'node:crypto'

/** A new opaque token: 256 random bits, url-safe text. */
export const newToken = () => randomBytes(32).toString('base64url')
/** The hash under which the database knows a token. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')
/** True for text shaped like a token; nothing else is looked up. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)
