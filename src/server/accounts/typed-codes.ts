import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/http/tokens.ts'

/** Crockford's base 32: no two signs look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of 5 bits in a group. */
const GROUP = 4

/** A new code in groups that can be read and typed, of 20 bits each. */
export function newCode(groups: number): string {
  const signs = [...randomBytes(groups * GROUP)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return (signs.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

/**
 * The hash of a code however it was typed: in any case, with or without dashes and spaces, O for 0, I or L
 * for 1.
 */
export const hashCode = (typed: string) =>
  hashToken(
    typed
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )
