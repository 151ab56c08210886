import type { DecimalSign, ReadOptions } from '#contract/lib/import-options.ts'
import { NUMBER } from '#contract/lib/messages.ts'
import { readNumber } from '#contract/lib/numbers.ts'
import { plainForm } from '#contract/lib/text.ts'

/*
 * A number in a file is read by its column: '1.500' is 1.5 with a decimal dot, and 1500 with a decimal comma.
 * Thousands are separated by the other sign, spaces or apostrophes.
 */
const PATTERNS: Record<DecimalSign, RegExp> = {
  '.': /^(?:\d+|[1-9]\d{0,2}(?:([ ',])\d{3})(?:\1\d{3})*)(?:\.\d*)?$|^\.\d+$/,
  ',': /^(?:\d+|[1-9]\d{0,2}(?:([ '.])\d{3})(?:\1\d{3})*)(?:,\d*)?$|^,\d+$/,
}
/** Most characters of a number: longer texts are none, and are not searched for one. */
const LONGEST = 60

/** Raised digits and fractions stay what they are: '5²' is not 52. */
const plainNumber = (text: string) =>
  /\p{No}/u.test(text) ? text : plainForm(text).replaceAll(/[\u2019\u02bc\u00b4`]/g, "'")

/** A number with this decimal sign as a form would send it, '1250.5'; null if it is none. */
function numberWith(plain: string, sign: DecimalSign): string | null {
  if (!PATTERNS[sign].test(plain)) return null
  const bare = plain.replaceAll(sign === '.' ? /[ ',]/g : /[ '.]/g, '')
  return bare.replace(',', '.')
}

/** Evidence of the decimal sign in the cells of a column. */
export interface NumbersShown {
  /** Whether any number makes sense with a dot only, with a comma only. */
  dot: boolean
  comma: boolean
  /** Whether one of those separates thousands too: '1,250.00' is sure of its dot, '1.250,00' of its comma. */
  sureDot?: boolean
  sureComma?: boolean
  /** The first number that each sign would read differently. */
  open: string | null
}
export const noNumbers = (): NumbersShown => ({ dot: false, comma: false, open: null })

/** Adds what a cell shows. */
export function showNumber(shown: NumbersShown, cell: string): void {
  if (cell.length > LONGEST || !/[.,\uff0c\uff0e]/.test(cell)) return
  const plain = plainNumber(cell)
  const [dot, comma] = [numberWith(plain, '.'), numberWith(plain, ',')]
  const isSure = /\d[ ',.]\d{3}[ ',.]/.test(plain)
  if (dot !== null && comma === null) {
    shown.dot = true
    shown.sureDot ||= isSure
  } else if (comma !== null && dot === null) {
    shown.comma = true
    shown.sureComma ||= isSure
  } else if (dot !== null && comma !== null && Number(dot) !== Number(comma)) shown.open ??= cell
}

/** The sign with which a column is read. */
export interface NumberColumn {
  /** Null where nothing decides: what both signs would read differently is a problem. */
  sign: DecimalSign | null
  /** True if some numbers have a decimal dot and others a comma, and nothing decides: none of them is read. */
  torn: boolean
  /** A number that might be read otherwise; null for none. */
  ambiguous: string | null
}

/** The sign that numbers of a column show; null if none does, and 'torn' if some show the one, others the other. */
function signShown({ dot, comma, sureDot = false, sureComma = false }: NumbersShown): DecimalSign | 'torn' | null {
  if (dot !== comma) return dot ? '.' : ','
  if (!dot) return null
  return sureDot === sureComma ? 'torn' : sureDot ? '.' : ','
}

/** How the numbers of a whole file are read. */
export interface FileNumbers {
  /** The sign that somebody chose for this very file. */
  chosen: DecimalSign | undefined
  /** The sign of an earlier file: it counts where a column decides nothing. Absent if this file proves the other. */
  remembered: DecimalSign | undefined
  /** The sign of a column whose own numbers decide nothing; null for none. */
  usual: '.' | null
}

/** A file by which its decimal sign is judged. */
interface NumbersOfFile {
  option: DecimalSign | null | undefined
  /** Whether the option was chosen for an earlier file with these headings. */
  asLastTime: boolean
  /** Whether it has the headings of a file that we write, and how it was read. */
  isOurs: boolean
  found: Pick<ReadOptions, 'encoding' | 'separator'>
  /** The evidence of each of its columns of numbers. */
  shown: readonly NumbersShown[]
}

/**
 * How the numbers of a file are read. Our headings say the dot only where nothing of the file speaks against it:
 * a program that saved it again may have written semicolons, another encoding, or a comma before decimals anywhere.
 */
export function numbersOfFile({ option, asLastTime, isOurs, found, shown }: NumbersOfFile): FileNumbers {
  const sign = option ?? undefined
  const signs = shown.map((each) => ({ ...each, proven: signShown(each) }))
  const isOpen = signs.some(({ proven, open }) => proven === sign || proven === 'torn' || (proven === null && open))
  const isRefuted = !isOpen && signs.some(({ proven }) => proven !== null)

  // In a workbook of ours numbers are numbers: a text among them is somebody else's.
  const isAsWritten = isOurs && found.separator === ',' && found.encoding === 'utf-8'
  return {
    chosen: asLastTime ? undefined : sign,
    remembered: asLastTime && !isRefuted ? sign : undefined,
    usual: isAsWritten && !shown.some(({ comma }) => comma) ? '.' : null,
  }
}

/**
 * The decimal sign of a column: as chosen for the file unless no decimals of the column can be read so, else as
 * its numbers show, else as for an earlier file, else the usual one, which `ambiguous` says. A number with the other sign is a problem.
 */
export function numberColumn(shown: NumbersShown, { chosen, remembered, usual }: FileNumbers): NumberColumn {
  const { dot, comma, open } = shown
  const canBe = { '.': dot || !comma || open !== null, ',': comma || !dot || open !== null }
  if (chosen && canBe[chosen]) return { sign: chosen, torn: false, ambiguous: null }
  const found = signShown(shown)
  if (found === 'torn' && !remembered) return { sign: null, torn: true, ambiguous: open }
  if (found && found !== 'torn') return { sign: found, torn: false, ambiguous: null }
  if (remembered) return { sign: remembered, torn: false, ambiguous: null }
  return { sign: open === null ? null : usual, torn: false, ambiguous: open }
}

/**
 * The sign of a whole file: the chosen one, else that of all columns that have one, else the usual one; null if they
 * differ, or one is undecided.
 */
export function signOf(
  columns: readonly NumberColumn[],
  { chosen, remembered, usual }: FileNumbers,
): DecimalSign | null {
  const option = chosen ?? remembered
  if (option) return option
  if (columns.some(({ sign, torn, ambiguous }) => torn || (sign === null && ambiguous !== null))) return null
  const [first, ...others] = new Set(columns.map(({ sign }) => sign).filter((sign) => sign !== null))
  return others.length > 0 ? null : (first ?? usual)
}

const CHOOSE = 'Choose the decimal sign'
const SIGNS: Record<DecimalSign, string> = { '.': 'dot', ',': 'comma' }
const wrongSign = (sign: DecimalSign) => `This is no number with a decimal ${SIGNS[sign]}. ${CHOOSE}`
const TORN = `Some numbers of this column have a decimal dot, others a decimal comma. ${CHOOSE}`
const twoNumbers = (dot: string, comma: string) => `This may be ${Number(comma)} or ${Number(dot)}. ${CHOOSE}`

/** A number of a column as a form would send it, '1250.5'; text that is none as it is, '' for an empty cell. */
export function readColumnNumber(text: string, { sign, torn }: NumberColumn): { number: string } | { problem: string } {
  const plain = text.length > LONGEST ? text : plainNumber(text)
  if (plain === '') return { number: '' }
  const [dot, comma] = text.length > LONGEST ? [null, null] : [numberWith(plain, '.'), numberWith(plain, ',')]
  const only = sign === '.' ? dot : sign === ',' ? comma : null
  if (only !== null) return { number: only }
  if (dot === null && comma === null) {
    // The form says what is wrong, unless it would take '12 34' for a number.
    return readNumber(text) === 'not a number' ? { number: text } : { problem: NUMBER }
  }
  if (sign) return { problem: wrongSign(sign) }
  if (dot !== null && comma !== null && Number(dot) !== Number(comma)) return { problem: twoNumbers(dot, comma) }
  // Whole numbers are the same with either sign.
  if (torn && (dot === null || comma === null)) return { problem: TORN }
  return { number: dot ?? comma ?? '' }
}
