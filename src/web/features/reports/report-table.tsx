import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { listOfFigure } from '#contract/reports/figure-list.ts'
import type { Period } from '#contract/reports/period.ts'
import type { ReportName } from '#contract/reports/reports.ts'
import {
  beforeOf,
  countsRecords,
  type FigureColumn,
  figureOf,
  type ReportTable as Table,
} from '#contract/reports/tables.ts'
import { usePhone } from '#web/lib/browser/use-phone.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import type { Sort } from '#web/lib/list/list-state.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { FigureBefore, FigureLink } from './figure-link.tsx'
import { PartHead } from './part-head.tsx'
import classes from './reports.module.css'
import type { Asked } from './state/report-queries.ts'
import { showShort } from './state/show-figure.ts'

interface ReportTableProps<Given extends object> {
  report: ReportName | 'offers'
  /** The name of the table in the report. */
  table: string
  about: Table<Given>
  rows: Given[] | undefined
  asked: Asked
}

/** Rows shown at first; on a phone each is a card. */
const SHOWN = 10
const SHOWN_ON_PHONE = 3
const TEXT_WIDTH = 190
const FIGURE_WIDTH = 116

interface FigureProps<Given> extends Pick<ReportTableProps<Given & object>, 'report' | 'about' | 'asked'> {
  row: Given
  column: FigureColumn
}

/** A figure of a row, which leads to the records that it counts, with that of the period before. */
function Figure<Given extends object>({ row, column, report, about, asked }: FigureProps<Given>) {
  const { field, label, unit, now } = column
  const value = figureOf(row, field)
  const before = now ? null : figureOf(beforeOf(row), field)
  const listOf = (figure: number | null, period: Period) =>
    figure && countsRecords(column) ? listOfFigure(report, about, { row, column, period }) : null
  const link = { asked, label, of: wordsOf(about, row) }
  return (
    <span className={classes.figure}>
      <FigureLink to={listOf(value, asked.period)} {...link}>
        {value === null ? EMPTY : showShort(value, unit)}
      </FigureLink>
      {before !== null && (
        <span className={classes.before}>
          was{' '}
          <FigureBefore listOf={(period) => listOf(before, period)} {...link}>
            {showShort(before, unit)}
          </FigureBefore>
        </span>
      )}
    </span>
  )
}

/** The subject of a row, in words. */
const wordsOf = <Given,>({ texts }: Table<Given>, row: Given) => texts.map(({ text }) => text(row)).join(' → ')

type Part<Given extends object> = Pick<ReportTableProps<Given>, 'report' | 'about' | 'asked'>

const columnsOf = <Given extends object>(part: Part<Given>): Column<Given>[] => [
  ...part.about.texts.map(({ label, text }, at) => ({
    id: label,
    header: label,
    width: TEXT_WIDTH,
    cell: text,
    wraps: true,
    ...(at === 0 && { card: 'title' as const }),
  })),
  ...part.about.figures.map((column) => ({
    id: column.field,
    header: column.label,
    width: FIGURE_WIDTH,
    align: 'right' as const,
    sortable: true,
    cell: (row: Given) => <Figure {...part} row={row} column={column} />,
  })),
]

function sorted<Given extends object>(rows: Given[] | undefined, sort: Sort | null): Given[] | undefined {
  if (!sort || !rows) return rows
  const figure = (row: Given) => figureOf(row, sort.column) ?? Number.NEGATIVE_INFINITY
  return rows.toSorted((one, other) => (figure(one) - figure(other)) * (sort.descending ? -1 : 1))
}

/** A table of a report with its export; below each figure is that of the period before. */
export function ReportTable<Given extends object>({ about, rows, ...part }: ReportTableProps<Given>) {
  const { report, asked } = part
  const [sort, setSort] = useState<Sort | null>(null)
  const [all, setAll] = useState(false)
  const first = usePhone() ? SHOWN_ON_PHONE : SHOWN
  const columns = useMemo(() => columnsOf({ report, about, asked }), [report, about, asked])
  const shown = sorted(rows, sort)
  const hidden = (shown?.length ?? 0) - first
  return (
    <div className={classes.part}>
      <PartHead title={about.title} {...part} />
      <ListTable
        label={about.title}
        columns={columns}
        rows={all ? shown : shown?.slice(0, first)}
        rowKey={(row) => about.texts.map(({ text }) => text(row)).join('\t')}
        sort={sort}
        onSort={setSort}
        expectedRows={4}
        empty={
          <EmptyState icon={IconTable} title="Nothing in this period">
            Choose a longer period or a different one.
          </EmptyState>
        }
      />
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setAll(!all)}>
          {all ? `Show the first ${first}` : `Show all ${hidden + first}`}
        </Button>
      )}
      {hidden > 0 && !all && <p className={classes.onPaper}>{`The first ${first} of ${hidden + first}`}</p>}
    </div>
  )
}
