import { MAX_CODES, MAX_QUERY } from './search.ts'

/** From so many characters on, a text may be a list of codes. */
const LEAST_LENGTH = 20
const LINES = /[\r\n\t,;|]+/
const CODES = /(?<![a-z0-9])[a-z]{4}[^a-z0-9\r\n\t,;|]{0,4}\d{4}[^a-z0-9\r\n\t,;|]{0,4}\d{4}(?!\d)/gi
const CODE_LIKE = /(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}\s./_-]{2,}/u

/** A piece of a list: tracking codes in it, each by itself, or the numbers between spaces, or the piece as it is. */
function codesIn(piece: string): string[] {
  const found = piece.match(CODES)
  if (found) return found
  const words = piece.trim().split(/\s+/)
  const numbers = words.filter((word) => CODE_LIKE.test(word))
  return numbers.length > 1 ? numbers : CODE_LIKE.test(piece) ? [piece.trim()] : []
}

/**
 * The codes of a pasted list, each once: one on each line, or separated by commas, semicolons, tabs or spaces. Empty for a text
 * that is no list: fewer than two codes, or shorter than 20 characters.
 */
export function parsePastedCodes(text: string): string[] {
  const plain = text.normalize('NFKC').trim()
  if (plain.length < LEAST_LENGTH) return []
  const codes = new Set(
    plain
      .split(LINES)
      .flatMap(codesIn)
      .map((code) => code.slice(0, MAX_QUERY)),
  )
  return codes.size > 1 ? [...codes].slice(0, MAX_CODES) : []
}
