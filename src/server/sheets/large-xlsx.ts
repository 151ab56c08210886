import { type SheetLimits, type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'
import { columnOf, firstSheetPath, referenceOf, SharedStrings, textOf, typeOf } from './xlsx-cells.ts'
import { countsFrom1904, dateStyles, dateText } from './xlsx-dates.ts'
import { attribute, type Tag, tagsOf } from './xml-tags.ts'
import { unpacked, zipParts } from './zip-parts.ts'

const MB = 1024 * 1024
/** Most bytes of a part, unpacked. The sheet is read piece by piece; the other parts are held. */
const MOST = { sheet: 400 * MB, shared: 64 * MB, other: 8 * MB }
/** Most characters without a tag: more is no sheet. */
const MOST_BETWEEN = MB

const styleOf = attribute('s')

/** The tags of a text that comes in pieces, piece by piece. */
async function* tagsOfPieces(pieces: AsyncIterable<string>): AsyncGenerator<Iterable<Tag>> {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    let end = 0
    yield (function* () {
      end = yield* tagsOf(text)
    })()
    rest = text.slice(end)
    if (rest.length > MOST_BETWEEN) throw new UnreadableSheet('The file is not a workbook')
  }
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}

/** Tables that the cells of a sheet refer to. */
interface Shared {
  strings: readonly string[]
  isDate: readonly boolean[]
  from1904: boolean
}

/** Puts the rows of a sheet together from its tags, and counts them. */
class RowReader {
  readonly #shared: Shared
  readonly #size: SheetSize
  #row: SheetRow = { line: 0, cells: [] }
  #column = -1
  #type = 'n'
  #isDate = false

  constructor(shared: Shared, size: SheetSize) {
    this.#shared = shared
    this.#size = size
  }

  /** Takes the next tag; the row that it ends, if it ends one that has cells. */
  take(tag: Tag): SheetRow | null {
    const { name } = tag
    if (name === 'row') {
      const line = Number(referenceOf(tag))
      this.#row = { line: Number.isInteger(line) ? line : this.#row.line + 1, cells: [] }
      this.#column = -1
    } else if (name === 'c') this.#begin(tag)
    else if (name === '/v' || name === '/t') this.#fill(tag.text)
    else if (name === '/row') return this.#row.cells.length > 0 ? this.#row : null
    return null
  }

  #begin(tag: Tag): void {
    this.#column = columnOf(tag) ?? this.#column + 1
    this.#type = typeOf(tag) ?? 'n'
    this.#isDate = this.#type === 'n' && this.#shared.isDate[Number(styleOf(tag) ?? 0)] === true
    this.#size.addCells(this.#column, Math.max(1, this.#column + 1 - this.#row.cells.length))
  }

  #fill(raw: string): void {
    const { cells } = this.#row
    if (cells.length === 0) this.#size.addRow()
    while (cells.length < this.#column) cells.push('')
    const { strings, from1904 } = this.#shared
    const text = (this.#isDate && dateText(Number(raw), from1904)) || textOf(this.#type, raw, strings)
    cells[this.#column] = (this.#type === 'inlineStr' ? (cells[this.#column] ?? '') : '') + text
  }
}

/**
 * The rows of a workbook's first sheet in batches, read piece by piece: dates as a clock shows them, formulas
 * as they were last computed. Throws UnreadableSheet.
 */
export async function* largeXlsxRows(data: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const parts = zipParts(data)
  const piecesOf = (path: string, most: number) => {
    const part = parts.get(path)
    return part ? unpacked(part, most) : null
  }
  const textOfPart = async (path: string) => whole(piecesOf(path, MOST.other) ?? (async function* () {})())
  const workbook = await textOfPart('xl/workbook.xml')
  const sheet = piecesOf(firstSheetPath(workbook, await textOfPart('xl/_rels/workbook.xml.rels')), MOST.sheet)
  if (!sheet) throw new UnreadableSheet('The workbook has no sheet')
  const strings = new SharedStrings()
  const shared = piecesOf('xl/sharedStrings.xml', MOST.shared)
  if (shared) for await (const tags of tagsOfPieces(shared)) for (const tag of tags) strings.add(tag)
  const isDate = dateStyles(await textOfPart('xl/styles.xml'))
  const reader = new RowReader(
    { strings: strings.all, isDate, from1904: countsFrom1904(workbook) },
    new SheetSize(limits),
  )
  for await (const tags of tagsOfPieces(sheet)) {
    const rows: SheetRow[] = []
    for (const tag of tags) {
      const row = reader.take(tag)
      if (row) rows.push(row)
    }
    yield rows
  }
}
