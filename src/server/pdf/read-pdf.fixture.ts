import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Zxing from '@zxing/library'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

// Its names cannot be imported one by one in Node.
const zxing: typeof Zxing = createRequire(import.meta.url)('@zxing/library')

const open = (pdf: Uint8Array) => getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise

/** The text of each page of a PDF, as a reader copies it. */
export async function textOfPdf(pdf: Uint8Array): Promise<string[]> {
  const opened = await open(pdf)
  const pages: string[] = []
  for (let at = 1; at <= opened.numPages; at++) {
    const { items } = await (await opened.getPage(at)).getTextContent()
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    pages.push(words.join('').replaceAll('\u200b', ''))
  }
  await opened.destroy()
  return pages
}

/** Texts of a page with their start and end, in points from its left edge and its top. */
export async function placesOfPdf(pdf: Uint8Array, page = 1) {
  const opened = await open(pdf)
  const shown = await opened.getPage(page)
  const { height } = shown.getViewport({ scale: 1 })
  const { items } = await shown.getTextContent()
  await opened.destroy()
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str.replaceAll('\u200b', ''),
            left: item.transform[4] as number,
            right: (item.transform[4] as number) + item.width,
            bottom: height - (item.transform[5] as number),
          },
        ]
      : [],
  )
}

/** True where `qpdf` is installed. */
export const HAS_QPDF = spawnSync('qpdf', ['--version']).status === 0

/** Faults that `qpdf --check` finds in a PDF; '' if none. */
export async function checkPdf(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-qpdf-'))
  try {
    const file = join(folder, 'made.pdf')
    await writeFile(file, pdf)
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Width and height of the first page, in points. */
export async function sizeOfPdf(pdf: Uint8Array): Promise<[number, number]> {
  const opened = await open(pdf)
  const { width, height } = (await opened.getPage(1)).getViewport({ scale: 1 })
  await opened.destroy()
  return [Math.round(width), Math.round(height)]
}

const SCALE = 3

interface Canvases {
  create(
    width: number,
    height: number,
  ): {
    canvas: {
      getContext(kind: '2d'): { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } }
    }
  }
}

/**
 * The Code 128 barcode on a page of a PDF, read from the page as a picture. Throws if there is none that can
 * be read.
 */
export async function barcodeOfPdf(pdf: Uint8Array, page: number): Promise<string> {
  const opened = await open(pdf)
  const shown = await opened.getPage(page)
  const viewport = shown.getViewport({ scale: SCALE })
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  // The casts: in Node it makes canvases, which the types leave out.
  const factory = opened.canvasFactory as unknown as Canvases
  const { canvas } = factory.create(width, height)
  await shown.render({ canvas: canvas as never, viewport, background: 'white' }).promise
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, at) => data[at * 4 + 1] ?? 255)
  await opened.destroy()
  const { BarcodeFormat, BinaryBitmap, DecodeHintType, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } = zxing
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))
  const hints = new Map([[DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]]])
  return new MultiFormatReader().decode(bitmap, hints).getText()
}
