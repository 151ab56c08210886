import type { Element } from './tree.ts'

const rowsOf = (section: Element) => section.children.filter((row): row is Element => typeof row !== 'string')
const cellsOf = rowsOf

const span = (cell: Element, key: 'colspan' | 'rowspan') => Number(cell.attributes[key] ?? 1)
function setSpan(cell: Element, key: 'colspan' | 'rowspan', to: number): void {
  if (to > 1) cell.attributes[key] = String(to)
  else delete cell.attributes[key]
}

/**
 * Places that the cells of a table may take, including those they span: no table that people make has more.
 */
const MOST_PLACES = 50_000

/** Removes the spans of a table whose cells span more places than any real one. */
function limitSpans(sections: readonly Element[]): void {
  const cells = sections.flatMap((section) =>
    rowsOf(section).flatMap((row) => cellsOf(row).map((cell) => ({ cell, most: section.children.length }))),
  )
  const places = ({ cell, most }: { cell: Element; most: number }) =>
    span(cell, 'colspan') * Math.min(span(cell, 'rowspan'), most)
  if (cells.reduce((sum, one) => sum + places(one), 0) <= MOST_PLACES) return
  for (const { cell } of cells) for (const key of ['colspan', 'rowspan'] as const) setSpan(cell, key, 1)
}

/** Leaves out rows without cells; the cells above that spanned them become shorter. */
function dropEmptyRows(section: Element): void {
  const rows = rowsOf(section)
  const empty = rows.flatMap((row, at) => (cellsOf(row).length === 0 ? [at] : []))
  if (empty.length === 0) return
  for (const [above, row] of rows.entries())
    for (const cell of cellsOf(row)) {
      const tall = span(cell, 'rowspan')
      if (tall > 1) setSpan(cell, 'rowspan', tall - empty.filter((at) => at > above && at < above + tall).length)
    }
  section.children = rows.filter((row) => cellsOf(row).length > 0)
}

/** A cell and where it begins. */
interface Placed {
  cell: Element
  column: number
}

/** Places cells as a browser does, none over another and none past the end of its section. */
function place(section: Element): Placed[] {
  const rows = rowsOf(section)
  const taken = rows.map(() => new Set<number>())
  const placed: Placed[] = []
  for (const [at, row] of rows.entries()) {
    const own = taken[at] ?? new Set()
    let column = 0
    for (const cell of cellsOf(row)) {
      while (own.has(column)) column++
      let wide = 1
      while (wide < span(cell, 'colspan') && !own.has(column + wide)) wide++
      const tall = Math.min(span(cell, 'rowspan'), rows.length - at)
      setSpan(cell, 'colspan', wide)
      setSpan(cell, 'rowspan', tall)
      for (const covered of taken.slice(at, at + tall)) for (let n = 0; n < wide; n++) covered.add(column + n)
      placed.push({ cell, column })
      column += wide
    }
  }
  return placed
}

/** Narrows the cells that span a column in which none begins; returns how many columns are left. */
function dropEmptyColumns(placed: readonly Placed[]): number {
  const begun = new Set(placed.map(({ column }) => column))
  const wide = Math.max(0, ...placed.map(({ cell, column }) => column + span(cell, 'colspan')))
  for (const { cell, column } of placed) {
    let left = 0
    for (let n = column; n < column + span(cell, 'colspan'); n++) if (begun.has(n)) left++
    setSpan(cell, 'colspan', left)
  }
  return Array.from({ length: wide }, (_, column) => column).filter((column) => begun.has(column)).length
}

const columnsOf = (group: Element) =>
  cellsOf(group).reduce((sum, column) => sum + Number(column.attributes.span ?? 1), 0)

/**
 * The parts of a table in their order, its cells without gaps and overlaps; null for a table without cells.
 * Columns that are described but not there are left out.
 */
export function validTable(table: Element): Element | null {
  const parts = rowsOf(table)
  const named = (name: string) => parts.filter((part) => part.name === name)
  const sections = parts.filter(({ name }) => name === 'thead' || name === 'tbody' || name === 'tfoot')
  limitSpans(sections)
  for (const section of sections) dropEmptyRows(section)
  const [head, foot] = ['thead', 'tfoot'].map((name) =>
    sections.find((one) => one.name === name && one.children.length > 0),
  )
  const bodies = sections.filter((one) => one !== head && one !== foot && one.children.length > 0)
  const kept = [head, ...bodies, foot].filter((one) => one !== undefined)
  if (kept.length === 0) return null
  const columns = dropEmptyColumns(kept.flatMap(place))
  const groups = named('colgroup').filter((group) => group.children.length > 0)
  const described = groups.reduce((sum, group) => sum + columnsOf(group), 0)
  return {
    ...table,
    children: [
      ...named('caption').slice(0, 1),
      ...(described === columns ? groups : []),
      ...kept.map((one) => (one === head || one === foot ? one : { ...one, name: 'tbody' })),
    ],
  }
}
