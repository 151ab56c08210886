import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fontkit from 'fontkit'
import { FONT_FILE } from './font-file.ts'

/** The font that comes with pdfmake: Latin, Greek and Cyrillic. */
export const BASE_FONT = 'Roboto'

const folder = () => join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')

interface Face {
  name: string
  has: (codePoint: number) => boolean
}

/** The fonts of a folder beside the included one, in the order of their file names. */
export interface Fonts {
  /** As pdfmake takes them: a path, or a path and the name of a font in it. */
  dictionary: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string | string[]>>
  faces: Face[]
  /** Files that pdfmake may read. */
  files: Set<string>
  /** Names of files that cannot be read as a font. */
  unreadable: string[]
}

type Opened = { face: Omit<Face, 'name'>; source: string | [string, string] }

/** Reads a font file; of a collection, its first font. Null if it cannot be read. */
function openFace(file: string): Opened | null {
  const opened = openFont(file)
  const font = opened && 'fonts' in opened ? opened.fonts[0] : opened
  if (!opened || !font) return null
  const face = { has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  return { face, source: 'fonts' in opened ? [file, font.postscriptName ?? ''] : file }
}

function openFont(file: string) {
  try {
    return fontkit.openSync(file)
  } catch {
    return null
  }
}

/** The included font and those in `more`. */
export function readFonts(more: string | null): Fonts {
  const own = (style: string) => join(folder(), `${BASE_FONT}-${style}.ttf`)
  const base = {
    normal: own('Regular'),
    bold: own('Medium'),
    italics: own('Italic'),
    bolditalics: own('MediumItalic'),
  }
  const fonts: Fonts = {
    dictionary: { [BASE_FONT]: base },
    faces: [],
    files: new Set(Object.values(base)),
    unreadable: [],
  }
  const included = openFace(base.normal)
  if (included) fonts.faces.push({ name: BASE_FONT, ...included.face })
  const names = more === null ? [] : readdirSync(more).filter((name) => FONT_FILE.test(name))
  for (const name of names.sort()) if (!addFont(fonts, join(more ?? '', name))) fonts.unreadable.push(name)
  return fonts
}

/** Adds a font; false if it cannot be read. Most folders have only one weight: it prints bold text too. */
function addFont({ dictionary, faces, files }: Fonts, file: string): boolean {
  const opened = openFace(file)
  if (!opened) return false
  const name = `More${faces.length}`
  // Each style has an array of its own: pdfmake writes into them.
  const style = () => (Array.isArray(opened.source) ? [...opened.source] : opened.source)
  dictionary[name] = { normal: style(), bold: style(), italics: style(), bolditalics: style() }
  faces.push({ name, ...opened.face })
  files.add(file)
  return true
}
