import { type SheetLimits, type SheetRow, SheetSize } from './sheet.ts'
import { UNREADABLE, WRONG_KIND } from './unreadable.ts'
import { PLAIN } from './xlsx-formats.ts'
import { type CellText, isNumber, numberText, textShown } from './xlsx-numbers.ts'
import { RichText, unescaped, type Workbook, type WorkbookSheet } from './xlsx-workbook.ts'
import { readXml } from './xml.ts'

/** The column of a cell, from 0, by its place such as 'AB12'; null if it names none. */
function columnOf(place: string | undefined): number | null {
  if (place === undefined) return null
  let column = 0
  for (let at = 0; at < 3; at++) {
    const letter = place.charCodeAt(at) & ~32
    if (!(letter >= 65 && letter <= 90)) break
    column = column * 26 + letter - 64
  }
  return column > 0 ? column - 1 : null
}

/** A day or a time in the form of ISO 8601 as a clock shows it; a cell has no zone. */
function isoText(raw: string): string {
  const [, day, time, seconds] =
    /^(\d{4}-\d{2}-\d{2})?T?(?:(\d{2}:\d{2})(?::(\d{2})(?:\.\d*)?)?)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(raw) ?? []
  if (day === undefined && time === undefined) return WRONG_KIND + raw
  const clock = time === undefined ? '' : seconds === undefined || seconds === '00' ? time : `${time}:${seconds}`
  return day === undefined || clock === '' || clock === '00:00' ? (day ?? clock) : `${day} ${clock}`
}

/** Types of cells that hold a text. */
const TEXTS = ['s', 'inlineStr', 'str']

type Shared = Pick<Workbook, 'strings' | 'forms' | 'from1904'>

/** Puts the rows of a sheet together, and counts them. */
class RowReader {
  readonly #shared: Shared
  readonly #size: SheetSize
  readonly #rich = new RichText()
  /** Rows that are complete. */
  rows: SheetRow[] = []
  #row: SheetRow = { line: 0, cells: [] }
  #numbers: number[] = []
  #figures: Record<number, string> | null = null
  #within = false
  #read = false
  #inCell = false
  #column = -1
  #type = 'n'
  #style = 0
  /** The element whose text is read; '' outside of those that count. */
  #reading = ''
  #value: string | null = null
  #formula: string | null = null

  constructor(shared: Shared, size: SheetSize) {
    this.#shared = shared
    this.#size = size
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    // An extension may have another element of this name.
    if (!this.#within) this.#within = name === 'sheetData' && !this.#read
    else if (this.#inCell) this.#openWithin(name)
    else if (name === 'c') {
      this.#inCell = true
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = null
      this.#formula = null
    } else if (name === 'row') {
      const line = Number(attributes.r)
      this.#row = { line: Number.isInteger(line) && line > 0 ? line : this.#row.line + 1, cells: [] }
      this.#numbers = []
      this.#figures = null
      this.#column = -1
    }
  }

  #openWithin(name: string): void {
    if (this.#reading === 'is') this.#rich.open(name)
    else if (name === 'v' || name === 'f' || name === 'is') {
      this.#reading = name
      if (name === 'v') this.#value ??= ''
      if (name === 'f') this.#formula ??= ''
    }
  }

  text(text: string): void {
    if (this.#reading === 'v') this.#value += text
    else if (this.#reading === 'is') this.#rich.add(text)
    else if (this.#reading === 'f' && (this.#formula?.length ?? 0) < 100) this.#formula += text.slice(0, 100)
  }

  close(name: string): void {
    if (!this.#within) return
    if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
    else if (name === 'sheetData') [this.#within, this.#read] = [false, true]
    else if (name === this.#reading) {
      if (name === 'is') this.#value = this.#rich.take()
      this.#reading = ''
    } else if (this.#reading === 'is') this.#rich.close(name)
  }

  #endCell(): void {
    this.#inCell = false
    this.#reading = ''
    const { text, figures } = this.#cellText()
    // Cells without a value count for nothing, however far to the right they are formatted.
    if (text.trim() === '') {
      this.#size.addEmpty()
      return
    }
    const { cells } = this.#row
    if (cells.length === 0) this.#size.addRow()
    this.#size.addCells(this.#column, Math.max(1, this.#column + 1 - cells.length))
    while (cells.length < this.#column) cells.push('')
    cells[this.#column] = text
    if (figures !== undefined) this.#figures = { ...this.#figures, [this.#column]: figures }
    else if (this.#type === 'n' && isNumber(text)) this.#numbers.push(this.#column)
  }

  #endRow(): void {
    if (this.#row.cells.length === 0) this.#size.addEmpty()
    else {
      if (this.#numbers.length > 0) this.#row.numbers = this.#numbers
      if (this.#figures) this.#row.figures = this.#figures
      this.rows.push(this.#row)
    }
    this.#row = { line: this.#row.line, cells: [] }
  }

  #cellText(): CellText {
    const { forms, from1904 } = this.#shared
    const value = this.#value
    // A program that does not calculate leaves out the result of a formula, or writes an empty one.
    if (this.#formula !== null && (value === null || (value === '' && this.#type !== 'str')))
      return { text: `${UNREADABLE}=${this.#formula}` }
    if (value === null || value === '') return { text: this.#type === 'e' ? `${UNREADABLE}#ERROR!` : '' }
    const form = forms[this.#style] ?? PLAIN
    if (this.#type === 'n') return numberText(value, form, from1904)
    const text = this.#otherText(value)
    return { text: TEXTS.includes(this.#type) && !text.startsWith(UNREADABLE) ? textShown(text, form) : text }
  }

  /** The value of a cell that is no number. */
  #otherText(value: string): string {
    switch (this.#type) {
      case 's':
        return (/^\s*\d+\s*$/.test(value) ? this.#shared.strings[Number(value)] : undefined) ?? UNREADABLE
      case 'inlineStr':
        return value
      case 'str':
        return unescaped(value)
      case 'b':
        return /^(?:1|true)$/.test(value) ? 'Yes' : /^(?:0|false)$/.test(value) ? 'No' : WRONG_KIND + value
      case 'd':
        return isoText(value.trim())
      default:
        return (value.startsWith('#') ? UNREADABLE : WRONG_KIND) + value
    }
  }
}

/**
 * Cells without a value that any sheet may have, and more of them for each packed byte. Programs write their place
 * and style, so that a byte holds less than one; only a sheet that was made to keep others waiting holds hundreds.
 */
const EMPTY = { any: 500_000, byte: 10 }

/**
 * The filled rows of a sheet in batches, read piece by piece: numbers with 15 digits, dates as a clock shows
 * them, formulas as they were last computed. Hidden rows and columns are read: who filters a list hides rows of it.
 * Throws UnreadableSheet.
 */
export async function* xlsxRows(
  workbook: Workbook,
  sheet: WorkbookSheet,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  const { parts } = workbook
  const empty = Math.min(limits.empty, EMPTY.any + EMPTY.byte * parts.packedSize(sheet.path))
  const reader = new RowReader(workbook, new SheetSize({ ...limits, empty }))
  for await (const _ of readXml(parts.pieces(sheet.path, limits.bytes), reader)) {
    if (reader.rows.length > 0) yield reader.rows
    reader.rows = []
  }
}
