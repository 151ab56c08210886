export const CANNOT_BE_STORED = 'This text holds characters that cannot be stored'

/** Why a text is refused, or its clean form: NFC, trimmed of spaces and zero-width characters. */
export type CleanText = { ok: true; text: string } | { ok: false; message: string }

const EDGES = /^(?:\s|\u200b|\u200c|\u200d|\u2060|\ufeff)+|(?:\s|\u200b|\u200c|\u200d|\u2060|\ufeff)+$/g

/** One rule for every text that comes in: no NUL, no lone surrogate; normalised to NFC and trimmed. */
export function cleanText(value: string): CleanText {
  if (value.includes('\0') || !value.isWellFormed()) return { ok: false, message: CANNOT_BE_STORED }
  return { ok: true, text: value.normalize('NFC').replace(EDGES, '') }
}

/** Length in code points, as people count and as PostgreSQL does. */
export function codePoints(value: string): number {
  let length = 0
  for (const _ of value) length++
  return length
}
