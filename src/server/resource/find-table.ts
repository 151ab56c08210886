import type { ImportOptions } from '#contract/lib/import-options.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import {
  type SheetChoice,
  type SheetFound,
  type SheetHead,
  type SheetRow,
  UnreadableSheet,
} from '#server/sheets/sheet.ts'
import { type ChoiceKind, type Choices, keyOfHeadings, lastChoices, touchChoices } from './import-choices.ts'
import { type FoundTable, withChoices } from './options.ts'

/** Filled rows at the top of a file among which the row of headings is looked for. */
export const HEAD_ROWS = 50

/** The top of a file that was opened: its first `HEAD_ROWS` filled rows at least, and those up to `line`. */
export interface OpenedFile {
  found: SheetFound
  head: readonly SheetRow[]
}
/** A file that can be opened. */
export interface OpenableFile<Opened extends OpenedFile = OpenedFile> {
  /** Throws UnreadableSheet. */
  open(choice: SheetChoice, line: number): Promise<Opened>
  /** The tops of the first sheets of a workbook, at least so many filled rows of each. Throws UnreadableSheet. */
  heads(rows: number): Promise<readonly SheetHead[]>
}

interface Asked extends Choices {
  kind: ChoiceKind
  /** The field or heading that a cell names as a heading; null for none. */
  fieldOf: (cell: string) => string | null
  /** Whether choices for earlier files with these headings count. */
  asLastTime: boolean
  /** The sheet on which the table was found before; null to look for it. It counts where no other is chosen. */
  readOn: string | null
}

/** The table in a file. */
export interface TableInFile<Opened extends OpenedFile = OpenedFile> {
  opened: Opened
  /** The choice that the file was opened with; what was found in it may not be one to choose. */
  place: SheetChoice
  found: FoundTable
  headings: SheetRow
  /** The options that were chosen now, or for an earlier file with these headings. */
  options: ImportOptions
  /** The fields of columns as they were chosen for that earlier file. */
  lastMapping: Choices['mapping']
  /** The headings as they are, and as they are found without any choice: each finds the choices again. */
  keys: string[]
}

const PLACE = ['sheet', 'encoding', 'separator'] as const
type Place = Pick<ImportOptions, (typeof PLACE)[number]>
const placeOf = (options: ImportOptions): Place =>
  Object.fromEntries(PLACE.flatMap((name) => (options[name] ? [[name, options[name]]] : [])))

/** Options that say where the table of a file is: another one needs the file again. */
const placesTable = (options: ImportOptions) =>
  [...PLACE, 'headingRow' as const].some((name) => options[name] !== undefined)

const DOES_NOT_APPLY = {
  sheet: 'A CSV file has no sheets',
  encoding: 'The text of a workbook has one encoding only',
  separator: 'A workbook has no separator',
}

/** Throws 400 at an option that the file cannot have. */
function checkPlace(place: Place, found: SheetFound): void {
  for (const name of PLACE)
    if (place[name] && found[name] === null) throw invalid({ [`options.${name}`]: DOES_NOT_APPLY[name] })
}

/**
 * The part of an earlier place that this file can have: its encoding where it is a guess anyway, its separator where
 * no known headings stand between those that were found.
 */
function placeIn(place: Place, { found, head }: OpenedFile, fieldOf: Asked['fieldOf']): SheetChoice {
  const { sheet, sheets, encoding, guessedBy, separator } = found
  const named = sheets.find((name) => name === place.sheet)
  const isOpen = separator !== null && place.separator !== separator && !hasTable(head, fieldOf)
  return {
    ...(named && named !== sheet ? { sheet: named } : {}),
    ...(place.encoding && guessedBy !== null && place.encoding !== encoding
      ? { encoding: place.encoding, encodingIsGuess: true }
      : {}),
    ...(place.separator && isOpen ? { separator: place.separator } : {}),
  }
}

/** How many fields a row names as headings. */
const fieldsIn = ({ cells }: Pick<SheetRow, 'cells'>, fieldOf: Asked['fieldOf']) =>
  new Set(cells.map(fieldOf).filter((field) => field !== null)).size

/** The row with the most known headings; the first one if none has any. */
function bestRow(rows: readonly SheetRow[], fieldOf: Asked['fieldOf']): SheetRow | undefined {
  let best = rows[0]
  let most = 0
  for (const row of rows.slice(0, HEAD_ROWS)) {
    const size = fieldsIn(row, fieldOf)
    if (size <= most) continue
    best = row
    most = size
  }
  return best
}

/** The row in which an earlier file had its headings, unless this file has more of them in another one, or none below. */
function rowAsLastTime(head: readonly SheetRow[], line: number, fieldOf: Asked['fieldOf']): SheetRow | undefined {
  const at = head.findIndex((row) => row.line === line)
  const [row, best] = [head[at], bestRow(head, fieldOf)]
  const isLast = at === head.length - 1 && head.length < HEAD_ROWS
  return row && best && !isLast && fieldsIn(row, fieldOf) >= fieldsIn(best, fieldOf) ? row : undefined
}

/**
 * Whether a table begins among these rows: one of them has two known headings or more, or nothing else, and
 * another row is below it.
 */
function hasTable(rows: readonly SheetRow[], fieldOf: Asked['fieldOf']): boolean {
  return rows.slice(0, HEAD_ROWS).some(({ cells }, index) => {
    const filled = cells.filter((cell) => cell !== '')
    const known = fieldsIn({ cells: filled }, fieldOf)
    return (known > 1 || (known > 0 && known === filled.length)) && (index + 1 < rows.length || index + 1 === HEAD_ROWS)
  })
}

/** No file, if it cannot be read. */
function unlessUnreadable(error: unknown): null {
  const isUnreadable = error instanceof UnreadableSheet || (error instanceof AppError && error.status === 400)
  if (isUnreadable) return null
  throw error
}

/** The chosen row of headings. Throws 400 at it. */
function chosenRow(head: readonly SheetRow[], line: number): SheetRow {
  const row = head.find((each) => each.line === line)
  if (!row) throw invalid({ 'options.headingRow': `Row ${line} of the file is empty, or beyond its end` })
  return row
}

/** An earlier choice that fits rows of a file: the last such row, since titles stand above headings. */
async function findLast(db: Db, kind: ChoiceKind, head: readonly SheetRow[]) {
  const keys = head.slice(0, HEAD_ROWS).map(({ cells }) => keyOfHeadings(cells))
  const kept = await lastChoices(db, kind, keys)
  const key = keys.findLast((each) => kept.has(each))
  const choices = key === undefined ? undefined : kept.get(key)
  return key !== undefined && choices ? { key, choices } : null
}

/** Recognises headings: those of fields, and those that are mapped to one now, or were for an earlier file. */
const knownTo =
  ({ fieldOf, mapping }: Asked, before: Choices['mapping'] = {}): Asked['fieldOf'] =>
  (cell) =>
    fieldOf(cell) ?? (Object.hasOwn(mapping, cell) || before[cell] != null ? cell : null)

/**
 * Opens a file where it is chosen: without a chosen sheet, on the first one that has a table with known headings
 * or with those of an earlier file; else on the first one, for a cover may stand before the table.
 */
async function openTable<Opened extends OpenedFile>(
  db: Db,
  asked: Asked,
  { open, heads }: OpenableFile<Opened>,
  place: SheetChoice,
  line: number,
): Promise<{ opened: Opened; opening: SheetChoice }> {
  const opened = await open(place, line)
  const { sheet: first, sheets } = opened.found
  if (place.sheet || sheets.length < 2) return { opened, opening: place }
  const fits = async (head: readonly SheetRow[]) =>
    hasTable(head, knownTo(asked)) || (asked.asLastTime && (await findLast(db, asked.kind, head)) !== null)
  if (await fits(opened.head)) return { opened, opening: place }
  for (const { sheet, head } of await heads(HEAD_ROWS)) {
    if (sheet === first || !(await fits(head))) continue
    const there = { ...place, sheet }
    return { opened: await open(there, line), opening: there }
  }
  return { opened, opening: place }
}

/**
 * Finds the table in a file: where somebody says it is, else as last time for a file with these headings, else
 * by the headings that are known. Throws 400 at `options`, UnreadableSheet.
 */
export async function findTable<Opened extends OpenedFile>(
  db: Db,
  asked: Asked,
  file: OpenableFile<Opened>,
): Promise<TableInFile<Opened>> {
  const { kind } = asked
  const place = placeOf(asked.options)
  const wantedRow = asked.options.headingRow ?? 0
  const readOn = asked.readOn && !place.sheet ? { ...place, sheet: asked.readOn } : place
  let { opened, opening } = await openTable(db, asked, file, readOn, wantedRow)
  checkPlace(place, opened.found)
  const last = asked.asLastTime ? await findLast(db, kind, opened.head) : null
  const options = withChoices(last?.choices.options ?? {}, asked.options)
  const lastRow = wantedRow === 0 ? (options.headingRow ?? 0) : 0
  const lastPlace = placeIn(placeOf(options), opened, knownTo(asked))
  if (Object.keys(lastPlace).length > 0 || lastRow > 0) {
    const asBefore = { ...opening, ...lastPlace }
    const there = await file.open(asBefore, wantedRow || lastRow).catch(unlessUnreadable)
    // A separator that occurs nowhere leaves each row in one cell.
    const isTable = !lastPlace.separator || there?.head.some(({ cells }) => cells.length > 1)
    if (there && isTable) [opened, opening] = [there, asBefore]
  }
  const { found, head } = opened
  const known = knownTo(asked, last?.choices.mapping)
  // Choices of a place are kept under the row that is found without them, which is none of headings.
  const isElsewhere = last?.choices.options.separator != null || last?.choices.options.headingRow != null
  const headings =
    wantedRow > 0
      ? chosenRow(head, wantedRow)
      : (rowAsLastTime(head, lastRow, known) ??
        head.findLast(({ cells }) => last !== null && !isElsewhere && keyOfHeadings(cells) === last.key) ??
        bestRow(head, known))
  if (!headings) throw new UnreadableSheet(EMPTY_FILE)
  if (last) await touchChoices(db, kind, last.key)
  const table = { ...found, headingRow: headings.line, isAgainstGuess: opening.encodingIsGuess ?? false }
  return {
    opened,
    place: opening,
    found: table,
    headings,
    lastMapping: last?.choices.mapping ?? {},
    options: asRead(options, asked.options, table),
    keys: [keyOfHeadings(headings.cells), ...(await keysUnchosen(db, opened, asked, file))],
  }
}

/** The choices without the earlier ones that this file was not read with. */
const asRead = (options: ImportOptions, given: ImportOptions, found: FoundTable): ImportOptions =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => {
      if (!(name in found)) return [[name, value]]
      const read = found[name as keyof Place | 'headingRow'] // one of the place
      return read === value || Object.hasOwn(given, name) ? [[name, read]] : []
    }),
  )

/** The key of the headings that are found without any choice, if somebody says where the table is. */
async function keysUnchosen(db: Db, opened: OpenedFile, asked: Asked, file: OpenableFile) {
  const { fieldOf, options } = asked
  if (!placesTable(options)) return []
  const isPlaced = Object.keys(placeOf(options)).length > 0
  const unchosen = { ...asked, mapping: {} }
  const plain = isPlaced ? await openTable(db, unchosen, file, {}, 0).catch(unlessUnreadable) : { opened }
  const row = plain && bestRow(plain.opened.head, fieldOf)
  return row ? [keyOfHeadings(row.cells)] : []
}
