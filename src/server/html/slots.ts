import { randomBytes } from 'node:crypto'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { LINE_BREAKS } from '#contract/lib/text.ts'
import { escapeHtml } from './escape-html.ts'

/** HTML with slots in place of some of its texts; a slot is the index of its text. */
export interface Slotted {
  html: string
  texts: readonly string[]
  /** The slots of texts that only the receiver may have. */
  secrets?: ReadonlySet<number>
}

/** Thrown for HTML in which a secret is neither text nor the whole address of a link. */
export class SecretElsewhere extends Error {
  /** The secret. */
  readonly text: string
  constructor(text: string) {
    super('A secret would be part of something else')
    this.text = text
  }
}

// The mark consists of letters and digits, so that every parser takes a slot for a word. Nobody can know it,
// so nobody can write one.
const MARK = `slot${randomBytes(8).toString('hex')}n`
const SLOT = new RegExp(`${MARK}(\\d+)z`, 'g')

/** The slots in a text, in order, with the texts before them and their lengths. */
export const slotsIn = (text: string): { slot: number; before: string; length: number }[] =>
  Array.from(text.matchAll(SLOT), ({ 0: { length }, 1: slot, index }) => {
    return { slot: Number(slot), before: text.slice(0, index), length }
  })

/** True for a text with slots. */
export const hasSlots = (text: string): boolean => text.includes(MARK)

/** Replaces each slot by the result of `print` for its index. */
export const replaceSlots = (html: string, print: (index: number, slot: string) => string): string =>
  html.replace(SLOT, (slot, index) => print(Number(index), slot))

/** Stands for a line break of a text, as it prints by its place. */
const BREAK = MARK.replace('slot', 'line')

/**
 * The HTML with the line breaks of its texts as `<br>`, and as spaces where that would be no element: in tags, styles and
 * comments. Call it before anything else reads what a SlotPrinter printed.
 */
export function placeBreaks(html: string): string {
  if (!html.includes(BREAK)) return html
  return tokenize(html)
    .map(({ kind, begin, end }) =>
      html.slice(begin, end).replaceAll(BREAK, kind === 'text' || kind === 'tag' ? '<br>' : ' '),
    )
    .join('')
}

/** The HTML with its texts in place of the slots. */
export const filled = ({ html, texts }: Slotted): string =>
  texts.length === 0 ? html : replaceSlots(html, (index) => escapeHtml(texts[index] ?? ''))

/*
 * A text that reads as one run of words wherever it stands: no braces (it could look like a tag of a
 * template), no characters that parsers drop or replace, no space at its ends.
 */
const INNER = '(?![{}])(?:\\t|[^\\p{Cc}\\p{Cs}\\p{Cn}])'
const EDGE = '(?![{}\\s\\u200b])[^\\p{Cc}\\p{Cs}\\p{Cn}]'
const PLAIN = new RegExp(`^${EDGE}(?:(?:${INNER})*${EDGE})?$`, 'u')
/** The scheme of an address stays outside its slot: cleaning depends on it. */
const SCHEME = /^https?:\/\//

/** Prints texts as HTML, and keeps those that need a slot. Equal texts share one. */
export class SlotPrinter {
  readonly texts: string[] = []
  /** The slots of secrets that were printed. */
  readonly secrets = new Set<number>()
  readonly #known = new Map<string, number>()
  readonly #secret: ReadonlySet<string>

  /** `secret` texts always get a slot: addresses that were made here. */
  constructor(secret: ReadonlySet<string> = new Set()) {
    this.#secret = secret
  }

  /**
   * A slot for each line; or the escaped line itself if its place could change how it reads. Lines stand apart by what
   * `placeBreaks` looks for.
   */
  print(text: string): string {
    return text
      .split(LINE_BREAKS)
      .map((line) => this.#printLine(line))
      .join(BREAK)
  }

  #printLine(text: string): string {
    const scheme = SCHEME.exec(text)?.[0] ?? ''
    const rest = text.slice(scheme.length)
    const secret = this.#secret.has(text)
    if (!secret && (!PLAIN.test(rest) || hasSlots(rest))) return escapeHtml(text)
    const index = this.#known.get(rest) ?? this.texts.push(rest) - 1
    this.#known.set(rest, index)
    if (secret) this.secrets.add(index)
    return `${scheme}${MARK}${index}z`
  }
}
