import { LINE_BREAKS } from '#contract/lib/text.ts'
import type { PaperSize } from '#contract/system/company.ts'
import type { PdfContent, PdfSource } from '#server/pdf/pdf-source.ts'
import type { Fact, Paper, PaperTable } from './paper.ts'

/** When a paper was made, in words. */
export interface Issue {
  /** Null for one that is not kept. */
  version: number | null
  date: string
}

const MARGIN = 40
const GREY = '#555555'
const ACCENT = '#1f4e79'
const RULE = '#b8c0c8'
const HEADING_FILL = '#eef2f6'
const GAP = 20
const DRAFT = 'DRAFT'
/** Points: the shorter and the longer side. */
const SIDES: Record<PaperSize, [short: number, long: number]> = { a4: [595.28, 841.89], letter: [612, 792] }

/** The size of a page, in points. */
function pageOf({ company, landscape }: Paper): { width: number; height: number } {
  const [short, long] = SIDES[company.paperSize]
  return landscape ? { width: long, height: short } : { width: short, height: long }
}

/** The forwarder at the left, the document's name and number at the right. */
function head(
  { company, title, number, draft, landscape }: Paper,
  { version, date }: Issue,
  logo: string | null,
): PdfContent {
  const picture = logo === null ? null : { image: logo, fit: [170, 54] as [number, number] }
  const own: PdfContent[] = [
    { text: company.name, bold: true, fontSize: 12 },
    // Landscape pages are low, so the address takes one line.
    { text: landscape ? company.address.split(LINE_BREAKS).join(', ') : company.address },
    ...(landscape ? [company.contact.join('  ·  ')] : company.contact).map(
      (text): PdfContent => ({ text, color: GREY }),
    ),
  ]
  const above: PdfContent[] = picture && !landscape ? [{ ...picture, margin: [0, 0, 0, 8] }] : []
  return {
    columns: [
      ...(picture && landscape ? [{ ...picture, width: 170 }] : []),
      { width: '*', stack: [...above, ...own] },
      {
        width: 250,
        alignment: 'right',
        stack: [
          { text: draft ? `${title} (${DRAFT})` : title, fontSize: 18, bold: true, color: ACCENT },
          { text: number, fontSize: 12, bold: true, margin: [0, 3, 0, 3] },
          { text: version === null ? date : `${date}, version ${version}`, color: GREY },
        ],
      },
    ],
    columnGap: GAP,
    margin: [0, 0, 0, 10],
  }
}

const line = (width: number, lineWidth: number, lineColor: string): PdfContent => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }],
})

const heading = (text: string): PdfContent => ({ text, bold: true, color: ACCENT, margin: [0, 0, 0, 3] })

/** A cell: its title, and below it its text. */
const cell = (title: string, text: string): PdfContent => ({
  stack: [{ text: title, fontSize: 7, color: GREY, margin: [0, 0, 0, 1] }, { text }],
})

/** Points that a table adds to the width of each column: space and lines. */
const BOX_EDGES = 12.6
const ROW_EDGES = 10

/** Cells in rows of the same number over a width, framed; the last row is filled up. */
function boxes(cells: PdfContent[], most: number, width: number): PdfContent {
  const count = Math.ceil(cells.length / Math.ceil(cells.length / most))
  const body: PdfContent[][] = []
  for (let at = 0; at < cells.length; at += count) {
    const row = cells.slice(at, at + count)
    body.push([...row, ...Array.from({ length: count - row.length }, () => '')])
  }
  return {
    // Widths are in points: a '*' would grow with a long word, over the edge of the page.
    table: { dontBreakRows: true, widths: Array.from({ length: count }, () => width / count - BOX_EDGES), body },
    layout: 'boxes',
    margin: [0, 0, 0, 12],
  }
}

const parties = ({ parties: all }: Paper, width: number): PdfContent[] =>
  all.length === 0
    ? []
    : [
        boxes(
          all.map(({ title, text }) => cell(title, text)),
          3,
          width,
        ),
      ]

const factRow = ([label, value]: Fact): PdfContent => ({
  columns: [
    { width: 105, text: label, color: GREY },
    { width: '*', text: value },
  ],
  columnGap: 6,
  margin: [0, 0, 0, 2],
})

/** Grids over the width of the page, the other sections two beside each other. */
function sections({ sections: all, landscape }: Paper, width: number): PdfContent[] {
  const made: PdfContent[] = []
  let pair: PdfContent[] = []
  const flush = () => {
    if (pair.length > 0) made.push({ columns: pair, columnGap: GAP, margin: [0, 0, 0, 12] })
    pair = []
  }
  for (const { title, facts, grid } of all) {
    if (grid) {
      flush()
      const cells = facts.map(([label, value]) => cell(label, value))
      made.push(heading(title), boxes(cells, landscape ? 8 : 4, width))
      continue
    }
    const under = { ...(line((width - GAP) / 2, 0.6, RULE) as object), margin: [0, 0, 0, 4] } as PdfContent
    pair.push({ width: '*', stack: [heading(title), under, ...facts.map(factRow)] })
    if (pair.length === 2) flush()
  }
  flush()
  return made
}

function table({ columns, rows, total }: PaperTable, width: number): PdfContent {
  const at = (text: string, column: number, more: object = {}) => ({
    text,
    ...(columns[column]?.right ? { alignment: 'right' as const } : {}),
    ...more,
  })
  const fixed = columns.reduce((sum, column) => sum + ROW_EDGES + (column.width === '*' ? 0 : column.width), 0)
  const rest = (width - fixed) / columns.filter((column) => column.width === '*').length
  const shaded = { bold: true, fillColor: HEADING_FILL }
  return {
    table: {
      headerRows: 1,
      dontBreakRows: rows.length > 1,
      widths: columns.map((column) => (column.width === '*' ? rest : column.width)),
      body: [
        columns.map(({ title }, column) => at(title, column, { ...shaded, fontSize: 8 })),
        ...rows.map((row) => row.map((text, column) => at(text, column))),
        ...(total ? [total.map((text, column) => at(text, column, shaded))] : []),
      ],
    },
    layout: 'rows',
    margin: [0, 0, 0, 14],
  }
}

/** Lines to be filled in by hand, beside each other. */
function toSign({ title, lines }: { title: string; lines: string[] }, width: number): PdfContent {
  const each = (width - GAP * (lines.length - 1)) / lines.length
  return {
    stack: [
      heading(title),
      {
        columns: lines.map(
          (label): PdfContent => ({
            width: '*',
            stack: [line(each, 0.6, GREY), { text: label, fontSize: 8, color: GREY, margin: [0, 2, 0, 0] }],
          }),
        ),
        columnGap: GAP,
        margin: [0, 38, 0, 0],
      },
    ],
    margin: [0, 6, 0, 10],
    unbreakable: true,
  }
}

/** The pages of a document. `logo` is a picture as a data URL. */
export function paperPages(paper: Paper, issue: Issue, logo: string | null): PdfSource {
  const page = pageOf(paper)
  const width = page.width - 2 * MARGIN
  return {
    title: `${paper.title} ${paper.number}`,
    author: paper.company.name,
    page,
    margins: [MARGIN, MARGIN, MARGIN, MARGIN + 10],
    footer: [paper.company.name, paper.title, paper.number, ...(paper.draft ? [DRAFT] : [])].join('  ·  '),
    watermark: paper.draft ? DRAFT : null,
    content: [
      head(paper, issue, logo),
      { ...(line(width, 1.4, ACCENT) as object), margin: [0, 0, 0, 12] },
      ...parties(paper, width),
      ...sections(paper, width),
      ...(paper.table ? [table(paper.table, width)] : []),
      ...paper.texts.map(
        ({ title, text }): PdfContent => ({ stack: [heading(title), { text }], margin: [0, 4, 0, 8] }),
      ),
      ...(paper.toSign ? [toSign(paper.toSign, width)] : []),
    ],
  }
}
