import { LINE_BREAKS } from '#contract/lib/text.ts'
import { BASE_FONT, type Fonts } from './pdf-fonts.ts'

/** A stretch of text that one font prints. */
interface Stretch {
  text: string
  font: string
}

/**
 * Characters that nobody sees: control characters, those that turn the direction of text, and those that only
 * change the sign before them.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu
/** Tabs, spaces of all widths but the no-break space, and the blank Braille sign. */
const SPACES = /[\t\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g
/** Words without a place to break a line; Chinese text breaks anywhere. */
const LONG_WORD = /[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]{25,}/gu
/** True for a character with which old files separate fields and rows. */
const isSeparator = (char: string) => char >= '\u001c' && char <= '\u001f'
const PIECE = /.{12}/gu
const BREAK_HERE = '\u200b'

/** Text for printing: composed, without invisible characters, long words breakable. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(SPACES, ' ')
    .replaceAll(UNSEEN, (char) => (char === '\n' ? char : isSeparator(char) ? ' ' : ''))
    .replaceAll(LONG_WORD, (word) => word.replaceAll(PIECE, `$&${BREAK_HERE}`))
}

/**
 * Splits text by the first font that has each character; a character that none has becomes '?' and is added
 * to `missing`.
 */
function stretches(text: string, { faces }: Fonts, missing: Set<string>): Stretch[] {
  const found: Stretch[] = []
  for (const char of plain(text)) {
    const code = char.codePointAt(0) ?? 0
    const face = char === '\n' ? faces[0] : faces.find(({ has }) => has(code))
    if (!face) missing.add(char)
    const font = face?.name ?? BASE_FONT
    const last = found.at(-1)
    const printed = face ? char : '?'
    // A space goes with the words around it, so that a line of Chinese names is one stretch.
    if (last && (last.font === font || char === ' ')) last.text += printed
    else found.push({ text: printed, font })
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parts of a page that contain others. */
const CONTAINERS = ['stack', 'columns', 'table', 'body', 'ul', 'ol', 'text', 'content']

/** The content with each text split by font. */
export function fitText(content: unknown, fonts: Fonts, missing: Set<string>): unknown {
  if (typeof content === 'string' || typeof content === 'number') return fitText({ text: content }, fonts, missing)
  if (Array.isArray(content)) return content.map((part) => fitText(part, fonts, missing))
  if (!isRecord(content)) return content
  const fitted: Record<string, unknown> = { ...content }
  for (const key of CONTAINERS) {
    const part = content[key]
    if (part === undefined) continue
    fitted[key] =
      key === 'text' && !Array.isArray(part) && !isRecord(part)
        ? oneOrMany(stretches(String(part), fonts, missing))
        : fitText(part, fonts, missing)
  }
  return fitted
}

function oneOrMany(found: Stretch[]): string | Stretch[] {
  const [only, ...more] = found
  return more.length === 0 && (only?.font ?? BASE_FONT) === BASE_FONT ? (only?.text ?? '') : found
}
