import { getFormatFromId, getFormatInfo } from 'numfmt'

/** How the number of a cell is shown. */
export type NumberForm =
  /** A number: its value counts, not the decimals that are shown. */
  | { kind: 'number' }
  /** A day, a time, or both. */
  | { kind: 'date' }
  | { kind: 'percent' }
  /** A code in digits, such as 00001234, or hours beyond a day, such as 26:30: as the sheet shows it. */
  | { kind: 'shown'; code: string }

const NUMBER: NumberForm = { kind: 'number' }
const DATE: NumberForm = { kind: 'date' }
/** Longest format: spreadsheets refuse a longer one. */
const MOST_CODE = 255

/**
 * Formats that every spreadsheet knows by number as dates, those of Chinese, Japanese, Korean and Thai ones
 * included (ECMA-376 part 1, 18.8.30).
 */
const isKnownDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81)

/** The first section of a format without texts, colours, conditions and filling signs. */
const signsOf = (code: string) => code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./gsu, '').split(';')[0] ?? ''

/** Whether a format shows zeros before a number: at least two digits before the decimals. */
const showsZeros = (code: string) => (signsOf(code).split('.')[0]?.match(/0/g) ?? []).length > 1

function formOfCode(code: string): NumberForm {
  if (code.length > MOST_CODE) return NUMBER
  try {
    const { type, isDate, isPercent } = getFormatInfo(code)
    if (isDate) return /\[[hms]+\]/i.test(code) ? { kind: 'shown', code } : DATE
    if (isPercent) return { kind: 'percent' }
    return (type === 'number' || type === 'grouped') && showsZeros(code) ? { kind: 'shown', code } : NUMBER
  } catch {
    return NUMBER
  }
}

/** The form of a format by its number; `codes` are those that the workbook defines. */
export function formOf(id: number, codes: ReadonlyMap<number, string>): NumberForm {
  const own = codes.get(id)
  if (own !== undefined) return formOfCode(own)
  if (isKnownDate(id)) return DATE
  return id > 0 && id < 164 ? formOfCode(getFormatFromId(id)) : NUMBER
}
