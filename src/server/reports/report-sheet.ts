import { keysOf } from '#contract/lib/record-of.ts'
import type { ReportName } from '#contract/reports/reports.ts'
import { beforeOf, figureOf, REPORT_TABLES, type ReportTable } from '#contract/reports/tables.ts'
import { dateCell, type SheetTable } from '#server/sheets/sheet-table.ts'

/** The names of a report's tables. */
export const tablesOf = (name: ReportName): string[] => keysOf(REPORT_TABLES[name])

/** A text of a row; the first day of a stretch is a date. */
const textCell = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateCell(text, { timeZone: 'UTC', day: true }) : text

/** A table of a report as a file: each figure that is compared is followed by that of the period before. */
export function sheetOf(
  tables: Readonly<Record<string, ReportTable<never>>>,
  { table, report, compared }: { table: string; report: object; compared: boolean },
) {
  const found = Object.entries(tables).find(([key]) => key === table)?.[1]
  const list: unknown = Object.entries(report).find(([key]) => key === table)?.[1]
  if (!found || !Array.isArray(list)) throw new Error(`The report has no table ${table}`)
  const rows: object[] = list
  const columns = found.figures.flatMap(({ field, label, now }) => {
    const own = { label, of: (row: object) => figureOf(row, field) }
    if (!compared || now) return [own]
    return [own, { label: `${label}, before`, of: (row: object) => figureOf(beforeOf(row), field) }]
  })
  const sheet: SheetTable = {
    headings: [...found.texts.map(({ label }) => label), ...columns.map(({ label }) => label)],
    // The cast: the rows of a list are those of its table.
    rows: rows.map((row) => [
      ...found.texts.map(({ text }) => textCell(text(row as never))),
      ...columns.map(({ of }) => of(row) ?? ''),
    ]),
  }
  return { title: found.title, sheet }
}
