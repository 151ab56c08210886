import { lettersAndDigits } from '#contract/lib/text.ts'

/**
 * Size types of ISO 6346 and their usual capacity: CBM of mixed cargo as stuffed, less than the inner volume,
 * and kg of payload. A container may have figures of its own.
 */
export const SIZE_TYPES = {
  '22G1': { label: "20' dry", maxCbm: 28, maxKg: 21_700 },
  '42G1': { label: "40' dry", maxCbm: 58, maxKg: 26_500 },
  '45G1': { label: "40' high cube", maxCbm: 68, maxKg: 26_500 },
  L5G1: { label: "45' high cube", maxCbm: 78, maxKg: 26_500 },
  '22R1': { label: "20' reefer", maxCbm: 24, maxKg: 21_000 },
  '45R1': { label: "40' high cube reefer", maxCbm: 58, maxKg: 26_500 },
  '22U1': { label: "20' open top", maxCbm: 28, maxKg: 21_700 },
  '42U1': { label: "40' open top", maxCbm: 58, maxKg: 26_500 },
  '22P1': { label: "20' flat rack", maxCbm: 28, maxKg: 27_000 },
  '42P1': { label: "40' flat rack", maxCbm: 58, maxKg: 35_000 },
  '22T1': { label: "20' tank", maxCbm: 24, maxKg: 26_000 },
} as const satisfies Record<string, { label: string; maxCbm: number; maxKg: number }>
export type SizeType = keyof typeof SIZE_TYPES

/** A container number as stored: letters and digits in upper case. */
export const bareContainerNumber = (text: string) => lettersAndDigits(text).toUpperCase()

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const FIRST_LETTER = 10

/** The value of a letter: letters count from 10 and skip multiples of 11. */
function worthOf(character: string): number {
  const letter = LETTERS.indexOf(character)
  if (letter < 0) return Number(character)
  const plain = letter + FIRST_LETTER
  return plain + Math.floor((plain - 1) / 10)
}

/** The check digit that ISO 6346 gives to four letters and six digits. */
function checkDigit(characters: string): number {
  const sum = [...characters].reduce((total, character, index) => total + worthOf(character) * 2 ** index, 0)
  return (sum % 11) % 10
}

/**
 * The doubt about a container number of the form of ISO 6346; null for a correct or an empty one. It warns
 * and refuses nothing: boxes that belong to shippers may break the rule.
 */
export function containerNumberDoubt(number: string): string | null {
  if (number === '') return null
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(number))
    return 'A container number has 4 letters, the last of them U, J or Z, and 7 digits'
  const digit = checkDigit(number.slice(0, 10))
  return digit === Number(number[10]) ? null : `Please check this number: its last digit should be ${digit}`
}
