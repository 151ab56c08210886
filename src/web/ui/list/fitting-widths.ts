import { useMemo, useRef } from 'react'
import type { Column } from './list-columns.ts'

/** Pixels beside a text: the padding of its cell, in rows of 32 px and in others, and what rounding takes. */
const PADDING = { compact: 12, normal: 14 }
const ROUNDING = 2
/** Pixels for the arrow of a sortable heading, and from a text to the end of its cell, with a control beside it. */
const ARROW = 18
const BESIDE = 26

/** The width of a text in px. */
export type Measure = (text: string, of: 'cell' | 'heading') => number

let measure: Measure | null | undefined

/**
 * Measures texts in the fonts of a table, each once; null where there is no canvas. `table` and `head` are
 * classes with those fonts. Figures are as wide as 0, since tables have tabular ones.
 */
export function measureIn(table: string, head: string): Measure | null {
  if (measure !== undefined) return measure
  const canvas = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) {
    measure = null
    return measure
  }
  const fonts = { cell: fontOf(table, 'td'), heading: fontOf(`${table} ${head}`, 'th') }
  const known = new Map<string, number>()
  measure = (text, of) => {
    const key = `${of} ${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    canvas.font = fonts[of]
    const { width } = canvas.measureText(text.replaceAll(/\d/g, '0'))
    known.set(key, width)
    return width
  }
  return measure
}

function fontOf(className: string, tag: 'td' | 'th'): string {
  const probe = document.createElement('div')
  probe.className = className
  const cell = probe.appendChild(document.createElement(tag))
  document.body.append(probe)
  // Tabular figures have no place in the short form, which is then empty.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(cell)
  const font = `${fontWeight} ${fontSize} ${fontFamily}`
  probe.remove()
  return font
}

interface Fitted<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  compact: boolean
  measure: Measure | null
}

/** The lines of a text whose last word goes to the second one. */
const inTwoLines = (text: string) => {
  const at = text.lastIndexOf(' ')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** The width in px that a column's heading needs; 0 where it cannot be measured. */
function headingOf<Row>(
  { header, sortable, control }: Column<Row>,
  { compact, measure }: Pick<Fitted<Row>, 'compact' | 'measure'>,
): number {
  if (!measure || control) return 0
  const text = measure(header, 'heading') + (sortable ? ARROW : 0)
  return Math.ceil(text) + PADDING[compact ? 'compact' : 'normal'] + ROUNDING
}

/**
 * The width in px that a column's texts and heading need, texts on two lines where they wrap; its own where they
 * cannot be measured.
 */
function widthOf<Row>(column: Column<Row>, { rows, compact, measure }: Omit<Fitted<Row>, 'columns'>): number {
  const { fits, extra, wraps, room = 0 } = column
  if (!fits || !measure) return column.width
  // Until there are rows, the column is expected to be as wide as it usually is.
  if (!rows && typeof fits === 'function') return Math.max(column.width, headingOf(column, { compact, measure }))
  const whole = typeof fits === 'function' ? (rows ?? []).map(fits) : fits
  const texts = wraps && !compact ? whole.flatMap(inTwoLines) : whole
  const padding = PADDING[compact ? 'compact' : 'normal']
  const beside = extra ? BESIDE - padding / 2 : 0
  const longest = Math.max(0, ...texts.map((text) => measure(text, 'cell'))) + room + beside
  const needed = Math.max(Math.ceil(longest) + padding + ROUNDING, headingOf(column, { compact, measure }))
  return Math.min(needed, column.most ?? Number.POSITIVE_INFINITY)
}

/** Widths of columns in px, by id: of those that fit their texts, and of the headings of the others. */
export interface Widths {
  fitting: ReadonlyMap<string, number>
  headings: ReadonlyMap<string, number>
}

/**
 * The widths of columns that fit their texts; of the others the least, with which no heading is cut. They grow with
 * a page that needs more, and never shrink: paging leaves columns where they are.
 */
export function useFittingWidths<Row>({ columns, rows, compact, measure }: Fitted<Row>): Widths {
  const widest = useRef(new Map<string, number>())
  return useMemo(() => {
    const fitting = new Map<string, number>()
    const headings = new Map<string, number>()
    for (const column of columns) {
      if (!column.fits) {
        headings.set(column.id, headingOf(column, { compact, measure }))
        continue
      }
      const key = `${column.id} ${compact}`
      const width = Math.max(widest.current.get(key) ?? 0, widthOf(column, { rows, compact, measure }))
      if (rows) widest.current.set(key, width)
      fitting.set(column.id, width)
    }
    return { fitting, headings }
  }, [columns, rows, compact, measure])
}
