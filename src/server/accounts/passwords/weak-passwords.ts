import { hash } from 'node:crypto'
import { REQUIRED } from '#contract/lib/messages.ts'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD, type OwnData, ownWords } from '#contract/session/passwords.ts'
import { invalid } from '#server/errors.ts'
import { COMMON_PASSWORDS, PREFIX_BYTES } from './common-passwords.ts'

const md5 = (text: string) => hash('md5', text)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const EMPTY = md5('')
let common: Buffer | undefined

function isCommon(secret: string): boolean {
  common ??= Buffer.from(COMMON_PASSWORDS, 'base64')
  const wanted = Buffer.from(secret, 'hex').subarray(0, PREFIX_BYTES)
  let [low, high] = [0, common.length / PREFIX_BYTES]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = wanted.compare(common, middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}

/** The words as typed, in the spellings whose MD5 can be compared. */
const spellings = (own: OwnData) => [
  ...[own.email, own.username, own.companyName].map((text) => (text ?? '').normalize('NFC')),
  ...ownWords(own).flatMap((word) => [word, capital(word), word.toUpperCase()]),
]

/** Why the MD5 of a password that others would guess first is refused; null if it is not. */
export function weakness(secret: string, own: OwnData): string | null {
  if (secret === EMPTY) return REQUIRED
  if (isCommon(secret)) return COMMON_PASSWORD
  return spellings(own).some((text) => md5(text) === secret) ? OWN_DATA_PASSWORD : null
}

/** Throws 400 at `field` for a weak password. */
export function refuseWeak(secret: string, own: OwnData, field: string): void {
  const message = weakness(secret, own)
  if (message) throw invalid({ [field]: message })
}
