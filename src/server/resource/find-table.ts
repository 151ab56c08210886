import type { ImportOptions } from '#contract/lib/import-options.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type SheetChoice, type SheetFound, type SheetRow, UnreadableSheet } from '#server/sheets/sheet.ts'
import { type ChoiceKind, type Choices, keyOfHeadings, lastChoices, touchChoices } from './import-choices.ts'
import { type FoundTable, withChoices } from './options.ts'

/** Filled rows at the top of a file among which the row of headings is looked for. */
export const HEAD_ROWS = 50

/** The top of a file that was opened: its first `HEAD_ROWS` filled rows at least, and those up to `line`. */
export interface OpenedFile {
  found: SheetFound
  head: readonly SheetRow[]
}
/** Opens a file. Throws UnreadableSheet. */
export type OpenFile<Opened extends OpenedFile = OpenedFile> = (choice: SheetChoice, line: number) => Promise<Opened>

interface Asked extends Choices {
  kind: ChoiceKind
  /** The field or heading that a cell names as a heading; null for none. */
  fieldOf: (cell: string) => string | null
  /** Whether choices for earlier files with these headings count. */
  asLastTime: boolean
}

/** The table in a file. */
export interface TableInFile<Opened extends OpenedFile = OpenedFile> {
  opened: Opened
  /** What the file was opened with: what it was found to be may be no choice for it. */
  place: SheetChoice
  found: FoundTable
  headings: SheetRow
  /** What was chosen: now, or for an earlier file with these headings. */
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

/** The part of an earlier place that this file can have; its encoding counts where it is a guess anyway. */
function placeIn(place: Place, { sheet, sheets, encoding, separator }: SheetFound): Place {
  const named = sheets.find((name) => name === place.sheet)
  const isGuess = encoding !== null && !encoding.startsWith('utf-')
  return {
    ...(named && named !== sheet ? { sheet: named } : {}),
    ...(place.encoding && isGuess && place.encoding !== encoding ? { encoding: place.encoding } : {}),
    ...(place.separator && separator && place.separator !== separator ? { separator: place.separator } : {}),
  }
}

/** The row with the most known headings; the first one if none has any. */
function bestRow(rows: readonly SheetRow[], fieldOf: Asked['fieldOf']): SheetRow | undefined {
  let best = rows[0]
  let most = 0
  for (const row of rows.slice(0, HEAD_ROWS)) {
    const { size } = new Set(row.cells.map(fieldOf).filter((field) => field !== null))
    if (size <= most) continue
    best = row
    most = size
  }
  return best
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

/**
 * Finds the table in a file: where somebody says it is, else as last time for a file with these headings, else
 * by the headings that are known. Throws 400 at `options`, UnreadableSheet.
 */
export async function findTable<Opened extends OpenedFile>(
  db: Db,
  asked: Asked,
  open: OpenFile<Opened>,
): Promise<TableInFile<Opened>> {
  const { kind, fieldOf } = asked
  const place = placeOf(asked.options)
  const wantedRow = asked.options.headingRow ?? 0
  let opened = await open(place, wantedRow)
  let opening: SheetChoice = place
  checkPlace(place, opened.found)
  const last = asked.asLastTime ? await findLast(db, kind, opened.head) : null
  const options = withChoices(last?.choices.options ?? {}, asked.options)
  const lastRow = wantedRow === 0 ? (options.headingRow ?? 0) : 0
  const lastPlace = placeIn(placeOf(options), opened.found)
  if (Object.keys(lastPlace).length > 0 || lastRow > 0) {
    const asBefore = { ...place, ...lastPlace }
    const there = await open(asBefore, wantedRow || lastRow).catch(unlessUnreadable)
    if (there) [opened, opening] = [there, asBefore]
  }
  const { found, head } = opened
  const known = (cell: string) => fieldOf(cell) ?? (Object.hasOwn(asked.mapping, cell) ? cell : null)
  const headings =
    wantedRow > 0
      ? chosenRow(head, wantedRow)
      : (head.find(({ line }) => line === lastRow) ??
        head.findLast(({ cells }) => last !== null && keyOfHeadings(cells) === last.key) ??
        bestRow(head, known))
  if (!headings) throw new UnreadableSheet(EMPTY_FILE)
  if (last) await touchChoices(db, kind, last.key)
  const table = { ...found, headingRow: headings.line }
  return {
    opened,
    place: opening,
    found: table,
    headings,
    lastMapping: last?.choices.mapping ?? {},
    options: asRead(options, asked.options, table),
    keys: [keyOfHeadings(headings.cells), ...(await keysUnchosen(opened, asked, open))],
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
async function keysUnchosen(opened: OpenedFile, { fieldOf, options }: Asked, open: OpenFile) {
  if (!placesTable(options)) return []
  const plain = Object.keys(placeOf(options)).length > 0 ? await open({}, 0).catch(unlessUnreadable) : opened
  const row = plain && bestRow(plain.head, fieldOf)
  return row ? [keyOfHeadings(row.cells)] : []
}
