import { memo, type ReactNode } from 'react'
import { EMPTY } from '#web/lib/format/dates.ts'
import cardClasses from './list-cards.module.css'
import { type Column, ROLE, titleOf } from './list-columns.ts'
import classes from './list-table.module.css'
import { useGradualRows } from './use-gradual-rows.ts'

interface ListRowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  rowHref?: (row: Row) => string
  actions?: (row: Row) => ReactNode
  /** The group of a row: rows of a group appear together under its name. */
  groupOf?: (row: Row) => { key: number; name: ReactNode }
  /** True for rows of 32 px. */
  compact?: boolean
  /** True if each row is a card. */
  cards: boolean
  /** The key of the row that was just added. */
  added: string | number | null
}

/** Rows of a list, as table rows or as cards. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { rows, groupOf, columns, actions } = props
  const body = { className: classes.body, role: ROLE.rows }
  const { there, shown } = useGradualRows({ ...props, gradual: !props.cards && !groupOf })
  if (!groupOf)
    return (
      <tbody {...body} style={{ paddingBottom: (rows.length - there.length) * (props.compact ? 32 : 40) || undefined }}>
        {there.map((row, index) => rowOf(props, row, index < shown ? index : undefined))}
      </tbody>
    )
  const groups = Map.groupBy(rows, (row) => groupOf(row).key)
  let index = 0
  return [...groups].map(([key, group]) => (
    <tbody key={key} {...body}>
      <tr role={ROLE.row} className={classes.group} data-group>
        <th scope="rowgroup" colSpan={columns.length + (actions ? 1 : 0)} role={ROLE.groupTitle}>
          {group[0] && groupOf(group[0]).name}
        </th>
      </tr>
      {group.map((row) => rowOf(props, row, index++))}
    </tbody>
  ))
}

function rowOf<Row>(
  { columns, rowKey, rowHref, actions, cards, added }: ListRowsProps<Row>,
  row: Row,
  index: number | undefined,
) {
  const key = rowKey(row)
  return (
    <ListRow
      key={key}
      row={row}
      index={index}
      columns={columns}
      href={rowHref?.(row)}
      actions={actions}
      cards={cards}
      added={key === added}
    />
  )
}

interface ListRowProps<Row> extends Pick<ListRowsProps<Row>, 'columns' | 'actions' | 'cards'> {
  row: Row
  /** The index; undefined for a row of the page before. */
  index: number | undefined
  href: string | undefined
  added: boolean
}

function PlainRow<Row>({ row, index, columns, href, actions, cards, added }: ListRowProps<Row>) {
  // A row has one tab stop; its other cells are links for the mouse.
  const stop = cards ? titleOf(columns) : columns.find(({ noLink }) => !noLink)
  return (
    <tr
      data-index={index}
      data-link={href ? true : undefined}
      data-added={added || undefined}
      // Containment would cut off a menu that opens beyond its row.
      data-contained={actions ? undefined : true}
      role={ROLE.row}
    >
      {columns.map((column) => {
        const place = column === stop ? 'title' : (column.card ?? 'fact')
        // Cards and rows have one structure, so that typed text in a cell stays when a phone is turned.
        return (
          <td
            key={column.id}
            role={ROLE.cell}
            data-card={cards ? place : undefined}
            data-align={cards ? undefined : column.align}
            data-extra={cards || !column.extra ? undefined : true}
          >
            {cards && (place === 'fact' || place === 'wide') && (
              <span className={cardClasses.label} aria-hidden>
                {column.header}
              </span>
            )}
            <Cell column={column} row={row} href={href} stop={column === stop} />
          </td>
        )
      })}
      {actions && (
        <td role={ROLE.cell} className={classes.actions} data-actions data-card={cards ? 'actions' : undefined}>
          {actions(row)}
        </td>
      )}
    </tr>
  )
}
/** A row that renders only with its record or the columns, not when a click marks the page as stale. */
const ListRow = memo(PlainRow) as typeof PlainRow // memo forgets the type parameter

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  href: string | undefined
  stop: boolean
}

/** A cell with few elements: a page can have more than a thousand cells. */
function Cell<Row>({ column, row, href, stop }: CellProps<Row>) {
  const isLink = href !== undefined && !column.noLink
  const cell = column.cell(row)
  const title = column.title?.(row) ?? (typeof cell === 'string' ? cell : undefined)
  const extra = column.extra?.(row)
  // A link has words.
  const shown = isLink && (cell === '' || cell == null) ? EMPTY : cell
  return (
    <>
      {isLink ? (
        <a
          className={classes.link}
          href={href}
          data-row
          data-wraps={column.wraps}
          draggable={false}
          tabIndex={stop ? undefined : -1}
          title={title}
        >
          {column.wraps ? <span>{shown}</span> : shown}
        </a>
      ) : (
        <div className={classes.plain} data-plain>
          <span className={classes.text} data-wraps={column.wraps} title={title}>
            {shown}
          </span>
        </div>
      )}
      {extra && (
        <div className={classes.extra} data-beside>
          {extra}
        </div>
      )}
    </>
  )
}
