import { type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Column } from './list-columns.ts'
import classes from './list-table.module.css'

const INTENT_MS = 60

interface ListRowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  rowHref?: (row: Row) => string
  onOpen?: (row: Row) => void
  onIntent?: (row: Row) => void
  actions?: (row: Row) => ReactNode
  stale?: boolean
}

/** The rows of a list. Plain cells share one listener, so that two hundred rows stay fast. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { columns, rows, rowKey, rowHref, actions, stale } = props
  return (
    <tbody className={classes.body} data-stale={stale || undefined} {...useRowEvents(props)}>
      {rows.map((row, index) => (
        <tr key={rowKey(row)} data-index={index} data-link={rowHref ? true : undefined}>
          {columns.map((column, place) => (
            <td key={column.id} data-align={column.align}>
              <Cell column={column} row={row} href={column.noLink ? undefined : rowHref?.(row)} first={place === 0} />
            </td>
          ))}
          {actions && <td className={classes.actions}>{actions(row)}</td>}
        </tr>
      ))}
    </tbody>
  )
}

function Cell<Row>({
  column,
  row,
  href,
  first,
}: {
  column: Column<Row>
  row: Row
  href: string | undefined
  first: boolean
}) {
  const shown = column.cell(row)
  const content = (
    <span className={classes.text} title={typeof shown === 'string' ? shown : undefined}>
      {shown}
    </span>
  )
  const extra = column.extra?.(row)
  return (
    <div className={classes.cell}>
      {href ? (
        // One tab stop per row; the other cells are links for the mouse.
        <a className={classes.link} href={href} draggable={false} tabIndex={first ? undefined : -1}>
          {content}
        </a>
      ) : (
        <div className={classes.plain}>{content}</div>
      )}
      {extra && <div className={classes.extra}>{extra}</div>}
    </div>
  )
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const closest = (target: EventTarget, selector: string) => (target instanceof Element ? target.closest(selector) : null)

function useRowEvents<Row>({ rows, onOpen, onIntent }: ListRowsProps<Row>) {
  const timer = useRef<number>(undefined)
  const aimed = useRef<Row>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const rowAt = (target: EventTarget) => rows[Number(closest(target, 'tr')?.getAttribute('data-index') ?? -1)]

  const aim = (event: PointerEvent | FocusEvent) => {
    const row = rowAt(event.target)
    if (!row || row === aimed.current) return
    aimed.current = row
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onIntent?.(row), INTENT_MS)
  }
  const click = (event: MouseEvent) => {
    if (!closest(event.target, 'a') || !isPlainClick(event)) return
    // Selecting text in the row is not a click.
    if (window.getSelection()?.type === 'Range' && event.detail > 0) return event.preventDefault()
    const row = rowAt(event.target)
    if (!row || !onOpen) return
    event.preventDefault()
    onOpen(row)
  }
  return { onClick: click, onPointerOver: aim, onFocus: aim, onPointerLeave: () => window.clearTimeout(timer.current) }
}
