import type { ImportRow } from '#contract/lib/import.ts'
import { readNumber } from '#contract/lib/numbers.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { comparedForm } from '#contract/lib/text.ts'
import { invalid } from '#server/errors.ts'
import type { ImportPlan } from './import.ts'
import type { FileTable } from './read-table.ts'
import type { Store } from './store.ts'

const NO_FORM = { dateForm: null, decimalSign: null, ambiguous: null }
/** Maximum rows of one file: each becomes a record with its checks and its audit entry. */
const MAX_ROWS = 5000

/** The cells of a row by heading; '' for an empty one. */
export type Cells = Readonly<Record<string, string>>

/** How the rows of a file become records of a resource. */
export interface RowImport<Row, Input> {
  resource: Resource
  store: Pick<Store<Row, Input>, 'list' | 'create' | 'update'>
  columns: readonly ImportColumn<Row>[]
  /** Reads the input fields from a row's cells, numbers as a form would send them; `refuse` reports a bad cell. */
  read: (cells: Cells, refuse: (heading: string, reason: string) => void) => Record<string, unknown>
  /** Takes note of a row that says what its record says. */
  keep?: (record: Row) => void
  /** The key by which rows match records. */
  keyOf: (record: Input | Row) => string
}

/** A column of an imported file. */
export interface ImportColumn<Row> {
  heading: string
  /** The input field in this column. */
  field: string
  /** Whether it may be missing from the file or empty in a row: records then keep their value. */
  optional?: boolean
  /** Whether it only finds the record: another spelling of it is no change. */
  finds?: boolean
  /** The record's value as text, to show what changes. */
  text: (row: Row) => string
}

/** A row of a file by heading: its cells as they are and as they are read, and why some cannot be. */
interface RowByHeading {
  line: number
  cells: Cells
  read: Cells
  problems: Readonly<Record<string, string>>
}

/** The rows by heading, as headings are compared. Throws 400 if a required column is missing. */
function rowsByHeading(table: FileTable, columns: readonly { heading: string; optional?: boolean }[]) {
  const at = new Map(table.headings.map((heading, index) => [comparedForm(heading), index]))
  const missing = columns.filter(({ heading, optional }) => !optional && !at.has(comparedForm(heading)))
  if (missing.length > 0) {
    const names = missing.map(({ heading }) => heading).join(', ')
    throw invalid({ file: `The file has no column ${names}` })
  }
  const known = columns.flatMap(({ heading }) => {
    const index = at.get(comparedForm(heading))
    return index === undefined ? [] : [{ heading, index }]
  })
  const byHeading = <T>(valueAt: (index: number) => T) =>
    Object.fromEntries(known.map(({ heading, index }) => [heading, valueAt(index)]))
  return {
    forms: new Map(known.map(({ heading, index }) => [heading, table.forms[index]])),
    rows: table.rows.map(
      ({ line, cells, read, problems }): RowByHeading => ({
        line,
        cells: byHeading((index) => cells[index] ?? ''),
        read: byHeading((index) => read[index] ?? ''),
        problems: Object.fromEntries(
          known.flatMap(({ heading, index }) => {
            const problem = problems.get(index)
            return problem === undefined ? [] : [[heading, problem]]
          }),
        ),
      }),
    ),
  }
}

interface Planned<Row, Input> extends ImportRow {
  input: Input | null
  record: Row | undefined
}

/** Compares the rows of a file with the existing records. Throws 400 at `file`. */
export async function planRows<Row extends { id: number; updatedAt: string }, Input extends object>(
  table: FileTable,
  { resource, store, columns, read, keep, keyOf }: RowImport<Row, Input>,
): Promise<ImportPlan> {
  if (table.rows.length > MAX_ROWS) throw invalid({ file: `No more than ${MAX_ROWS} rows` })
  const { rows: given, forms } = rowsByHeading(table, columns)
  const shown = columns.filter(({ heading }) => forms.has(heading))
  const { items } = await store.list({ page: 1, perPage: Number.MAX_SAFE_INTEGER, order: [], search: '' })
  const records = new Map(items.map((row) => [keyOf(row), row]))
  const headingOf = (name: string) => columns.find(({ field }) => field === name)?.heading ?? name
  const seen = new Map<string, number>()

  const judge = ({ line, cells: row, read: values, problems }: RowByHeading): Planned<Row, Input> => {
    const reasons: string[] = []
    const base = { line, cells: shown.map(({ heading }) => row[heading] ?? '') }
    const refused = { ...base, state: 'refused', notes: reasons, input: null, record: undefined } as const
    const judged = new Set<string | undefined>()
    const refuse = (heading: string, reason: string) => {
      const field = columns.find((column) => column.heading === heading)?.field
      if (judged.has(field)) return
      judged.add(field)
      reasons.push(`${heading}: ${reason}`)
    }
    for (const [heading, problem] of Object.entries(problems)) refuse(heading, problem)
    const fields = read(values, refuse)
    const parsed = resource.input.safeParse(fields)
    if (!parsed.success) {
      for (const [field, message] of Object.entries(fieldErrors(parsed.error))) {
        if (!judged.has(field)) reasons.push(`${headingOf(field)}: ${message}`)
      }
    }
    if (reasons.length > 0 || !parsed.success) return refused
    const input = parsed.data as Input // the schema's output
    const key = keyOf(input)
    const before = seen.get(key)
    if (before !== undefined) return { ...refused, notes: [`Duplicate of line ${before}`] }
    seen.set(key, line)
    const record = records.get(key)
    if (!record) return { ...base, state: 'added', notes: [], input, record }
    const said = shown.filter(({ heading, optional }) => !optional || values[heading] !== '')
    const notes = changesOf(said, record, input as Record<string, unknown>, { row, values }) // inputs are objects
    return { ...base, state: notes.length > 0 ? 'changed' : 'unchanged', notes, input: onlyIn(said, input), record }
  }
  const rows = given.map(judge)
  return {
    columns: shown.map(({ heading }) => heading),
    forms: shown.map(({ heading }) => forms.get(heading) ?? NO_FORM),
    rows: rows.map(({ line, state, cells, notes }) => ({ line, state, cells, notes })),
    apply: async (actor) => {
      for (const { state, input, record } of rows) {
        if (state === 'added' && input) await store.create(input, actor)
        if (state === 'unchanged' && record) keep?.(record)
        if (state === 'changed' && input && record) await store.update(record.id, input, record.updatedAt, actor)
      }
    },
  }
}

/** A cell as the file has it, unless a reader would take another number from it: '1.500' that is 1500. */
const shownValue = (cell: string, value: string) => (readNumber(cell) === readNumber(value) ? cell : value)

/** 'CBM: 68 → 70' for each field that differs. */
function changesOf<Row>(
  columns: readonly ImportColumn<Row>[],
  record: Row,
  input: Record<string, unknown>,
  { row, values }: { row: Cells; values: Cells },
) {
  const before = record as Record<string, unknown> // rows are objects
  return columns
    .filter(({ field, finds }) => !finds && field in input && before[field] !== input[field])
    .map(
      ({ heading, text }) => `${heading}: ${text(record)} → ${shownValue(row[heading] ?? '', values[heading] ?? '')}`,
    )
}

/** The fields of these columns. */
const onlyIn = <Input extends object>(columns: readonly { field: string }[], input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => columns.some(({ field }) => field === key))) as Input // optional fields may go
