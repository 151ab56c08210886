import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const MARK = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Identifies the key that sealed a text. */
const idOf = (key: Buffer) => hash('sha256', key, 'hex').slice(0, 8)
const isSealed = (stored: string) => stored.startsWith(`${MARK}.`)

/** Seals secrets that the database must not show, and opens them. */
export interface Seal {
  /** The text as it is stored: sealed for this place (a row) only, or plain without a key. */
  seal(text: string, place: string): string
  /** The text; null if it was sealed with a key that is missing here, for another place, or was changed. */
  open(stored: string, place: string): string | null
  /** Whether the stored form is the one that `seal` would make now. */
  isCurrent(stored: string): boolean
}

/** A seal by these keys: the first seals, the others only open texts that they sealed before. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const [first] = keys
  return {
    seal(text, place) {
      if (!first) return text
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [MARK, idOf(first), sealed.toString('base64url')].join('.')
    },
    open(stored, place) {
      if (!isSealed(stored)) return stored
      const [, id, text = ''] = stored.split('.')
      const key = keys.find((each) => idOf(each) === id)
      if (!key) return null
      const sealed = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES))
        return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
    isCurrent: (stored) => (first ? stored.startsWith(`${MARK}.${idOf(first)}.`) : !isSealed(stored)),
  }
}
