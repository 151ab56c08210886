import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { code128, type PdfContent, type PdfSource } from '#server/pdf/pdf-source.ts'
import { fitLabel } from './fit-label.ts'
import type { Labels } from './paper.ts'

/** Points of 100 × 150 mm. */
const PAGE = { width: 283.46, height: 425.2 }
const MARGIN = 16
const WIDTH = PAGE.width - 2 * MARGIN
const GREY = '#555555'
/** Scanners need ten modules of white at each side of the bars; a code has some 134. */
const BARCODE = { width: 236, height: 80 }
/** Points from the top: everything above always ends before it. */
const BARCODE_AT = 244
const FACT_LABEL = 48

type Fitted = ReturnType<typeof fitLabel>

/** A name or place, as large as fits into its lines; longer ones are cut, since the barcode has its place. */
const fitted = (text: string, sizes: readonly number[]): Fitted[] =>
  text.split('\n').map((each) => fitLabel(each, { width: WIDTH, sizes, lines: 2 }))

const place = (title: string, texts: readonly Fitted[]): PdfContent => ({
  stack: [{ text: title, fontSize: 8, color: GREY }, ...texts.map((text): PdfContent => ({ ...text, bold: true }))],
  margin: [0, 0, 0, 6],
})

/** One label of 100 × 150 mm for each piece, with the tracking code as a Code 128 barcode. */
export function labelPages({ company, trackingCode, pieces, ...label }: Labels): PdfSource {
  const code = formatTrackingCode(trackingCode)
  const head = fitLabel(company, { width: WIDTH, sizes: [10, 8], lines: 1 })
  const [to, from] = [fitted(label.to, [18, 15, 12]), fitted(label.from, [10, 9])]
  const facts = label.facts.map(([title, value]) => ({
    title,
    value: fitLabel(value, { width: WIDTH - FACT_LABEL, sizes: [9, 7], lines: 1 }),
  }))
  const page = (piece: number): PdfContent => ({
    stack: [
      { ...head },
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 1, lineColor: '#000000' }],
        margin: [0, 2, 0, 5],
      },
      place('To', to),
      place('From', from),
      ...facts.map(
        ({ title, value }): PdfContent => ({
          columns: [
            { width: FACT_LABEL, text: title, color: GREY },
            { width: '*', ...value },
          ],
        }),
      ),
      {
        absolutePosition: { x: MARGIN, y: BARCODE_AT },
        stack: [
          { ...code128(trackingCode, BARCODE), alignment: 'center' },
          { text: code, fontSize: 20, bold: true, alignment: 'center', margin: [0, 4, 0, 4] },
          { text: `piece ${piece} of ${pieces}`, fontSize: 26, bold: true, alignment: 'center' },
        ],
      },
    ],
    ...(piece > 1 ? { pageBreak: 'before' as const } : {}),
  })
  return {
    title: `Cargo labels ${code}`,
    author: company,
    page: PAGE,
    margins: [MARGIN, MARGIN, MARGIN, MARGIN],
    footer: null,
    watermark: null,
    content: Array.from({ length: pieces }, (_, index) => page(index + 1)),
  }
}
