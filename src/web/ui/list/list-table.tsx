import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useAddedRow } from '#web/lib/list/added-row.ts'
import type { Sort } from '#web/lib/list/list-state.ts'
import { BeyondEdge } from './beyond-edge.tsx'
import { measureIn, useFittingWidths, type Widths } from './fitting-widths.ts'
import cardClasses from './list-cards.module.css'
import { type Column, ROLE } from './list-columns.ts'
import { ListHead } from './list-head.tsx'
import printClasses from './list-print.module.css'
import { ListRows } from './list-rows.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import classes from './list-table.module.css'
import { useKeptRow } from './use-kept-row.ts'
import { useOuterScroll } from './use-outer-scroll.ts'
import { useRowEvents } from './use-row-events.ts'

interface ListTableProps<Row> {
  /** The table's name for screen readers. */
  label: string
  /** Columns: the same array on each rendering, like `actions`, since new ones render the rows again. */
  columns: readonly Column<Row>[]
  /** Visibility by id; false switches a column off. */
  visibility?: Record<string, boolean>
  /** Rows; undefined until the first reply. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The address of a row's page: each of its cells links there. */
  rowHref?: (row: Row) => string
  /** Called on a plain click on a row; without it, the browser follows the link. */
  onOpen?: (row: Row) => void
  /** Called when the pointer or the focus is on a row: prefetches its page. */
  onIntent?: (row: Row) => void
  /** Controls at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** The heading of the actions; without it, a name for screen readers only. */
  actionsTitle?: string
  /** The group of a row: rows of a group appear together under its name. */
  groupOf?: (row: Row) => { key: number; name: ReactNode }
  /** The key of the list whose latest record is marked here. */
  marks?: readonly string[]
  /** The sorted column, and how to choose another. */
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** True while the rows are still those of the previous page. */
  stale?: boolean
  /** Content for a list without rows. */
  empty: ReactNode
  /** Rows of the skeleton. */
  expectedRows?: number
  /** True for rows of 32 px. */
  compact?: boolean
  /** True to fill the container's height and scroll inside, under a sticky header. */
  fill?: boolean
}

/** A screen on which rows are cards. */
const PHONE = '(max-width: 640px)'

/** The product's one list, a plain table: Mantine's brings 20 KB of scroll area that nothing uses. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { fill, label, empty, sort, onSort, actions, actionsTitle, visibility } = props
  // A click shows in its own frame, which renders no row; a hundred new or higher rows may take another.
  const rows = useDeferredValue(props.rows)
  // The same array while nothing changed, since new columns render the rows again.
  const columns = useMemo(
    () => props.columns.filter(({ id }) => visibility?.[id] !== false),
    [props.columns, visibility],
  )
  const compact = useDeferredValue(props.compact)
  const stale = props.stale || rows !== props.rows
  const cards = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false })
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useFittingWidths({
    columns,
    rows,
    compact: compact === true,
    measure: cards ? null : measureIn(classes.table ?? '', classes.head ?? ''),
  })
  const added = useAddedRow(props.marks && { key: props.marks })
  const events = useRowEvents({ ...props, rows: rows ?? NONE })
  useOuterScroll(scroller, fill === true)
  useKeptRow({ scroller, label, rows, rowKey: props.rowKey })
  const body = useDeferredValue(
    <ListRows {...props} columns={columns} rows={rows ?? NONE} cards={cards} added={added} />,
  )
  useShown(scroller, added !== null && rows?.some((row) => props.rowKey(row) === added) === true)
  return (
    <>
      <div
        ref={scroller}
        className={`${classes.scroller} ${cards ? cardClasses.cards : printClasses.paper}`}
        data-fill={fill || undefined}
        data-list={fill || undefined}
        data-scroll-restoration-id="list"
        data-compact={compact || cards || undefined}
      >
        <table
          className={classes.table}
          style={cards ? undefined : widthsOf(columns, widths, actions !== undefined)}
          role={ROLE.table}
          aria-label={label}
          aria-busy={stale || !rows}
          {...events}
        >
          <ListHead columns={columns} sort={sort} onSort={onSort} actionsTitle={actions && (actionsTitle ?? '')} />
          {rows ? (
            body
          ) : (
            <ListSkeleton columns={columns} rows={props.expectedRows ?? 10} withActions={actions !== undefined} />
          )}
        </table>
        {rows?.length === 0 && empty}
      </div>
      {fill && !cards && <BeyondEdge scroller={scroller} />}
    </>
  )
}

const NONE: never[] = []
const ACTIONS_WIDTH = 56

/**
 * Widths of the columns: those that fit their texts have theirs, the others share the rest in proportion, each with
 * room for its heading.
 */
function widthsOf(
  columns: readonly { id: string; width: number }[],
  { fitting, headings }: Widths,
  withActions: boolean,
): CSSProperties {
  const shares = columns.some(({ id }) => !fitting.has(id))
  const tracks = columns.map(({ id, width }) => {
    const fit = fitting.get(id)
    return fit !== undefined && shares ? { least: fit, track: `${fit}px` } : shared(fit ?? width, headings.get(id))
  })
  if (withActions)
    tracks.push(
      shares && fitting.size > 0 ? { least: ACTIONS_WIDTH, track: `${ACTIONS_WIDTH}px` } : shared(ACTIONS_WIDTH),
    )
  const variables: Record<`--${string}`, string> = {
    '--least': `${tracks.reduce((sum, { least }) => sum + least, 0)}px`,
    '--columns': tracks.map(({ track }) => track).join(' '),
  }
  return variables as CSSProperties // which knows no variables
}

/** A column with a share of the rest, which has at least `heading` px. */
const shared = (width: number, heading = 0) => ({
  least: Math.max(width, heading),
  track: `minmax(${heading}px, ${width}fr)`,
})

/** Scrolls to the row that was just added, once it is there. */
function useShown(scroller: RefObject<HTMLElement | null>, there: boolean): void {
  useEffect(() => {
    if (!there) return
    // The frame comes after the router has set the scroll position of the new page.
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector('[data-added]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [scroller, there])
}
