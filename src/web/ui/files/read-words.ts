import type { ColumnForm, DateForm } from '#contract/lib/import-options.ts'

/** A column as the words about it name it. */
export interface ReadColumn extends ColumnForm {
  heading: string
}

const FIGURES = /^\D*(\d+)\D+(\d+)\D+(\d+)/
const PLACES: Record<DateForm, readonly [year: number, month: number, day: number]> = {
  dmy: [3, 2, 1],
  mdy: [3, 1, 2],
  ymd: [1, 2, 3],
}

/** A date in figures as it was read: 'May 12, 2026'; null if it has no three numbers. */
function dayIn(text: string, form: DateForm): string | null {
  const found = FIGURES.exec(text.normalize('NFKC'))
  if (!found) return null
  const [year = 0, month = 0, day = 0] = PLACES[form].map((place) => Number(found[place]))
  const full = year >= 100 ? year : year + (year < 70 ? 2000 : 1900)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(full, month - 1, day))
}

const numberIn = (text: string, sign: '.' | ',') =>
  Number(
    text
      .normalize('NFKC')
      .replaceAll(sign === '.' ? /[^\d.]/g : /[^\d,]/g, '')
      .replace(',', '.'),
  )

/** 'December 5, 2026 or May 12, 2026' for a date in figures, '1500 or 1.5' for a number; and the select that decides. */
function choiceIn(text: string): { ways: string; select: string } {
  const day = dayIn(text, 'dmy')
  if (day === null) return { ways: `${numberIn(text, ',')} or ${numberIn(text, '.')}`, select: 'Decimals' }
  const other = dayIn(text, /^\D*\d{1,2}\D+\d{1,2}\D+\d{4}/.test(text.normalize('NFKC')) ? 'mdy' : 'ymd')
  return { ways: `${day} or ${other}`, select: 'Dates' }
}

/** Words about what might be read otherwise, for each column that has such a cell: how it is read, and what changes it. */
export function ambiguityWords(columns: readonly ReadColumn[]): string[] {
  return columns.flatMap(({ heading, dateForm, decimalSign, ambiguous }) => {
    if (ambiguous === null) return []
    const change = (select: string) => `Change it under ${select} if that is wrong.`
    if (dateForm) return `${heading}: ${ambiguous} is read as ${dayIn(ambiguous, dateForm)}. ${change('Dates')}`
    if (decimalSign)
      return `${heading}: ${ambiguous} is read as ${numberIn(ambiguous, decimalSign)}. ${change('Decimals')}`
    const { ways, select } = choiceIn(ambiguous)
    return `${heading}: ${ambiguous} may be ${ways}. Choose under ${select}.`
  })
}

/** The advice where the encoding is a guess; null where it is known. */
export const guessWords = (sample: string | null): string | null =>
  sample === null
    ? null
    : `The encoding was found by the bytes of the text: check names such as "${sample}", and change it if they are wrong.`

const WORDS: Readonly<Record<string, string>> = {
  mapping: 'columns',
  sheet: 'sheet',
  encoding: 'encoding',
  separator: 'separator',
  headingRow: 'row of headings',
  dateForm: 'dates',
  decimalSign: 'decimals',
  fixed: 'fixed values',
  values: 'meanings of values',
  historic: 'past orders',
  update: 'updates',
}

/** 'As last time: dates, decimals.' for a file whose headings an earlier one had; null if nothing is. */
export const lastTimeWords = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `As last time: ${names.map((name) => WORDS[name] ?? name).join(', ')}.`
