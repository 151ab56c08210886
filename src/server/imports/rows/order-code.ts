import { lookAlike } from '#contract/lib/look-alikes.ts'
import { LETTERS_NUMBERS_DASHES, maxLength } from '#contract/lib/messages.ts'
import type { RowCells } from './row-cells.ts'

/** A tracking code of our own, or another program's, which becomes the other reference. */
export type ReadCode = { own: string } | { other: string }

/** Our own code with any dashes, spaces and other signs around its parts, as the search reads it. */
const OWN = /^[\s\p{P}\p{S}]*([A-Z]{4})[\s\p{P}\p{S}]*(\d{4})[\s\p{P}\p{S}]*(\d{4})[\s\p{P}\p{S}]*$/u
const MOST_REFERENCE = 90
const TWO_REFERENCES =
  'A code of another form is kept as the other reference, and this row has one already. Leave one of the two out'

/**
 * The code of a row. A foreign code keeps its letters and digits, with a dash for anything else between them:
 * the search finds it as it was written.
 */
export function readCode(cells: RowCells): ReadCode | null {
  const text = cells.plain('trackingCode')
  if (text === '') return null
  const foreign = lookAlike(text)
  if (foreign) cells.refuse('trackingCode', foreign)
  const own = OWN.exec(text.toUpperCase())
  if (own) return { own: own.slice(1).join('') }
  const other = text.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  if (other === '') cells.refuse('trackingCode', LETTERS_NUMBERS_DASHES)
  else if (other.length > MOST_REFERENCE) cells.refuse('trackingCode', maxLength('Tracking code', MOST_REFERENCE))
  const stated = cells.plain('otherReferenceUsed')
  if (stated !== '' && stated !== other) cells.refuse('trackingCode', TWO_REFERENCES)
  return { other }
}

/** The part of our own codes that no two orders share. */
export const hashSumOf = (own: string) => own.slice(0, 8)

/** The key of a code: others by their letters and digits. */
export const keyOfCode = (code: ReadCode): string =>
  'own' in code ? code.own : `=${code.other.toUpperCase().replaceAll('-', '')}`
