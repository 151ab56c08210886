import pdfmake from 'pdfmake'
import { fitText } from './fit-text.ts'
import { BASE_FONT, type Fonts, readFonts } from './pdf-fonts.ts'
import { CODE128, type MadePdf, type PdfSource } from './pdf-source.ts'
import { placeWordsOfLines } from './right-to-left.ts'

/** Height in units of the barcode's own drawing: a module is two of them, as wide as 72 are high. */
const BAR_HEIGHT_MM = 18

placeWordsOfLines()

const kept = new Map<string, Fonts>()

const FRAME = '#b8c0c8'
const ruled = { hLineColor: () => FRAME, vLineColor: () => FRAME, paddingTop: () => 3, paddingBottom: () => 3 }

/** Rules of tables, by the names that sources use. */
const LAYOUTS = {
  rows: {
    ...ruled,
    hLineWidth: (at: number) => (at === 0 ? 0 : 0.6),
    vLineWidth: () => 0,
    paddingLeft: () => 5,
    paddingRight: () => 5,
  },
  boxes: { ...ruled, hLineWidth: () => 0.6, vLineWidth: () => 0.6, paddingLeft: () => 6, paddingRight: () => 6 },
}

/** The fonts of a folder, read once. */
function fontsOf(folder: string | null): Fonts {
  const known = kept.get(folder ?? '')
  if (known) return known
  const fonts = readFonts(folder)
  kept.set(folder ?? '', fonts)
  return fonts
}

/** Draws each barcode once, however many pages show it. */
async function drawBarcodes(content: unknown, drawn: Map<string, string>): Promise<void> {
  if (Array.isArray(content)) {
    for (const part of content) await drawBarcodes(part, drawn)
    return
  }
  if (typeof content !== 'object' || content === null) return
  if ('svg' in content && typeof content.svg === 'string' && content.svg.startsWith(CODE128)) {
    const text = content.svg.slice(CODE128.length)
    content.svg = drawn.get(text) ?? (await drawBarcode(text))
    drawn.set(text, String(content.svg))
  }
  for (const part of Object.values(content)) await drawBarcodes(part, drawn)
}

async function drawBarcode(text: string): Promise<string> {
  const { toSVG } = await import('bwip-js/node')
  return toSVG({ bcid: 'code128', text, height: BAR_HEIGHT_MM, includetext: false })
}

function definitionOf(source: PdfSource, content: unknown, footer: unknown): object {
  const { title, author, page, margins, watermark } = source
  return {
    info: { title, author, creator: 'Quayside', producer: 'Quayside' },
    pageSize: page,
    pageOrientation: page.width > page.height ? 'landscape' : 'portrait',
    pageMargins: margins,
    defaultStyle: { font: BASE_FONT, fontSize: 9, lineHeight: 1.15 },
    content,
    ...(watermark === null ? {} : { watermark: { text: watermark, opacity: 0.12, bold: true, color: '#8a1c1c' } }),
    ...(source.footer === null
      ? {}
      : {
          footer: (current: number, count: number) => ({
            margin: [margins[0], 8, margins[2], 0],
            fontSize: 8,
            color: '#555555',
            columns: [
              { ...Object(footer), width: '*' },
              { text: `Page ${current} of ${count}`, width: 90, alignment: 'right' },
            ],
          }),
        }),
  }
}

/** The part that runs in a thread. */
export const PDF_WORK = {
  warmUp: async (fontFolder: string | null): Promise<void> => void fontsOf(fontFolder),
  unreadable: async (fontFolder: string): Promise<string[]> => fontsOf(fontFolder).unreadable,
  make: async (source: PdfSource, fontFolder: string | null): Promise<MadePdf> => {
    const fonts = fontsOf(fontFolder)
    const missing = new Set<string>()
    const content = fitText(source.content, fonts, missing)
    await drawBarcodes(content, new Map())
    pdfmake.setFonts(fonts.dictionary)
    pdfmake.setTableLayouts(LAYOUTS)
    // Typed text never makes this thread fetch or read anything.
    pdfmake.setUrlAccessPolicy(() => false)
    pdfmake.setLocalAccessPolicy((path) => fonts.files.has(path))
    const footer = fitText({ text: source.footer ?? '' }, fonts, missing)
    const pdf = await pdfmake.createPdf(definitionOf(source, content, footer)).getBuffer()
    return { pdf, unprintable: [...missing].sort() }
  },
}
