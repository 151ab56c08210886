import { plainForm } from './text.ts'

const THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+$/
/** Raised and circled digits, and fractions, stay what they are: '5²' is not 52. */
const withoutSpaces = (typed: string) => (/\p{No}/u.test(typed) ? typed : plainForm(typed)).replaceAll(' ', '')

/** A way to read commas: one as the decimal point; on Constants, all of them. */
export interface Commas {
  everyCommaIsDot?: boolean
}

/**
 * A number as typed (with spaces or a decimal comma) or sent; null if empty. '1,500' is not a number, because
 * it could mean 1500 or 1.5.
 */
export function readNumber(
  value: number | string | null | undefined,
  { everyCommaIsDot = false }: Commas = {},
): number | null | 'not a number' {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : 'not a number'
  const bare = withoutSpaces(value)
  if (bare === '') return null
  if (!everyCommaIsDot && THOUSANDS.test(bare)) return 'not a number'
  const typed = everyCommaIsDot ? bare.replaceAll(',', '.') : bare.replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(typed) ? Number(typed) : 'not a number'
}

/**
 * The message for a text whose comma may separate thousands: 'Please write 1500 or 1.5'. With several commas,
 * only thousands make sense. Null for any other value.
 */
export function thousandsMessage(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const bare = withoutSpaces(value)
  if (!THOUSANDS.test(bare)) return null
  const whole = bare.replaceAll(',', '')
  return bare.split(',').length > 2
    ? `Please write ${whole}`
    : `Please write ${whole} or ${Number(bare.replace(',', '.'))}`
}
