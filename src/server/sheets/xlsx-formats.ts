import { getFormatFromId, getFormatInfo, tokenize } from 'numfmt'

/** How the number of a cell is shown. */
export type NumberForm =
  /** A number: its value counts, not the decimals that are shown. */
  | { kind: 'number' }
  /** A day, a time, or both. */
  | { kind: 'date' }
  | { kind: 'percent' }
  /** A code, such as 00001234 or PO77, or hours beyond a day, such as 26:30: as the sheet shows it. */
  | { kind: 'shown'; code: string }

/** How the value of a cell is shown. */
export interface CellForm {
  number: NumberForm
  /** A format that shows a text with more letters or signs around it, such as "PO-"@; null for any other. */
  text: string | null
}

const NUMBER: NumberForm = { kind: 'number' }
const DATE: NumberForm = { kind: 'date' }
/** A cell whose value counts as it is. */
export const PLAIN: CellForm = { number: NUMBER, text: null }
/** Longest format: spreadsheets refuse a longer one. */
const MOST_CODE = 255

/**
 * Formats that every spreadsheet knows by number as dates, those of Chinese, Japanese, Korean and Thai ones
 * included (ECMA-376 part 1, 18.8.30).
 */
const isKnownDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81)

type Token = ReturnType<typeof tokenize>[number]
const DIGITS: readonly string[] = ['ZERO', 'HASH', 'QMARK', 'GENERAL']
const TEXTS: readonly string[] = ['STRING', 'ESCAPED', 'CHAR']
/** Signs that a format shows as they are, wherever they stand. */
const SIGNS: readonly string[] = [...TEXTS, 'MINUS', 'PLUS', 'PAREN']
/** Signs of an amount: decimals, thousands, and numbers that are shown in thousands. */
const AMOUNT: readonly string[] = ['POINT', 'GROUP', 'COMMA', 'SCALE']

/** Letters, figures and signs that belong to a code: a currency sign does not, nor does a bracket. */
const OF_CODE = /[\p{L}\p{N}\p{M}#\u2116/_&:]/u
/** Signs between the digits of a number that only group them. */
const GROUPS = /^[\s'\u2019]*$/

/** The sections of a format: for numbers above 0, below 0, 0, and for texts. */
function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]]
  for (const token of tokens) token.type === 'BREAK' ? sections.push([]) : sections.at(-1)?.push(token)
  return sections
}

const hasLetters = (section: readonly Token[]) =>
  section.some(({ type, value }) => TEXTS.includes(type) && OF_CODE.test(value))

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Words and signs of currencies: USD, US$, kr, Rs. */
const isCurrency = (text: string) =>
  CURRENCIES.has(text) || /^(?:[A-Z]{0,3}\p{Sc}|kr\.?|Rs\.?|Fr\.?|K\u010d|z\u0142)$/u.test(text)

/** Whether letters stand before the digits of a section, as in "PO"0, that are no currency. */
function beginsCode(section: readonly Token[]): boolean {
  const first = section.findIndex(({ type }) => DIGITS.includes(type))
  const before = section.slice(0, Math.max(0, first)).filter(({ type }) => TEXTS.includes(type))
  const text = before
    .map(({ value }) => value)
    .join('')
    .trim()
  return OF_CODE.test(text) && !isCurrency(text)
}

/** Whether signs stand between the digits of a section, as in 0000"-"00. */
function splitsDigits(section: readonly Token[]): boolean {
  const first = section.findIndex(({ type }) => DIGITS.includes(type))
  const last = section.findLastIndex(({ type }) => DIGITS.includes(type))
  return section.some(
    ({ type, value }, at) => at > first && at < last && first >= 0 && SIGNS.includes(type) && !GROUPS.test(value),
  )
}

/** Whether a section shows zeros before a number: at least two digits before the decimals. */
function showsZeros(section: readonly Token[]): boolean {
  const point = section.findIndex(({ type }) => type === 'POINT')
  return section.slice(0, point < 0 ? undefined : point).filter(({ type }) => type === 'ZERO').length > 1
}

/** Whether a format makes a code of a number, by letters, signs between its digits, or zeros before it. */
function isCode(tokens: readonly Token[]): boolean {
  const sections = sectionsOf(tokens)
  if (showsZeros(sections[0] ?? [])) return true
  if (tokens.some(({ type }) => AMOUNT.includes(type))) return sections.some(beginsCode)
  return sections.some((section) => hasLetters(section) || splitsDigits(section))
}

function numberForm(code: string, tokens: readonly Token[]): NumberForm {
  const { type, isDate, isPercent } = getFormatInfo(code)
  if (isDate) return /\[[hms]+\]/i.test(code) ? { kind: 'shown', code } : DATE
  if (isPercent) return { kind: 'percent' }
  const isWhole = type === 'number' || type === 'grouped' || type === 'general' || type === 'text'
  return isWhole && isCode(tokens) ? { kind: 'shown', code } : NUMBER
}

function formOfCode(code: string): CellForm {
  if (code.length > MOST_CODE) return PLAIN
  try {
    const tokens = tokenize(code)
    const texts = sectionsOf(tokens).find((section) => section.some(({ type }) => type === 'TEXT'))
    return { number: numberForm(code, tokens), text: texts && hasLetters(texts) ? code : null }
  } catch {
    return PLAIN
  }
}

/** The form of a format by its number; `codes` are those that the workbook defines. */
export function formOf(id: number, codes: ReadonlyMap<number, string>): CellForm {
  const own = codes.get(id)
  if (own !== undefined) return formOfCode(own)
  if (isKnownDate(id)) return { number: DATE, text: null }
  return id > 0 && id < 164 ? formOfCode(getFormatFromId(id)) : PLAIN
}
