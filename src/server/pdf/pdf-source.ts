/** The source of a PDF: plain data, so that it can go to a thread. Lengths in points (1/72 inch). */
export interface PdfSource {
  title: string
  author: string
  page: { width: number; height: number }
  margins: [left: number, top: number, right: number, bottom: number]
  content: PdfContent[]
  /** Printed at the bottom left of each page, with 'Page 1 of 3' at the right; null for none. */
  footer: string | null
  /** Printed large across each page; null for none. */
  watermark: string | null
}

/**
 * A text, or a part of a page. Texts may contain anything: characters that cannot be printed are replaced and
 * reported.
 */
export type PdfContent = string | PdfPart

/**
 * A part of a page in the words of pdfmake, as far as we use them. Its own types would bring those of
 * browsers.
 */
export interface PdfPart {
  text?: string
  stack?: PdfContent[]
  columns?: PdfContent[]
  columnGap?: number
  table?: { headerRows?: number; dontBreakRows?: boolean; widths?: (number | '*')[]; body: PdfContent[][] }
  /** How a table is ruled: lines between rows, or a frame around each cell. */
  layout?: 'rows' | 'boxes'
  /** A data URL. */
  image?: string
  fit?: [width: number, height: number]
  svg?: string
  canvas?: { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor: string }[]
  width?: number | '*'
  height?: number
  margin?: [left: number, top: number, right: number, bottom: number]
  absolutePosition?: { x: number; y: number }
  pageBreak?: 'before'
  /** Whether it goes to the next page whole. */
  unbreakable?: boolean
  alignment?: 'right' | 'center'
  fontSize?: number
  bold?: boolean
  color?: string
  fillColor?: string
  wordBreak?: 'break-all'
}

/** A finished PDF, and the characters that no font has, which it prints as '?'. */
export interface MadePdf {
  pdf: Uint8Array
  unprintable: string[]
}

/** Prefix that marks an `svg` as the text of a barcode. */
export const CODE128 = 'code128:'

/** A Code 128 barcode of ASCII text. */
export const code128 = (text: string, size: { width: number; height: number }): PdfPart => ({
  svg: `${CODE128}${text}`,
  ...size,
})
