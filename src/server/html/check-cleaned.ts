import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { codePoints } from '#contract/lib/text.ts'
import { invalid } from '#server/errors.ts'
import { NESTED_TOO_DEEP } from './html-nesting.ts'

interface Limits {
  /** The name of the field in messages. */
  label: string
  /** Code points. */
  max: number
  /** The message for HTML that shows nothing; absent where that is allowed. */
  blank?: string
}

/**
 * Characters of all style elements of a text. Each rule is compared with each element when the text is sent.
 */
const MAX_CSS = 30_000

/** Characters in the style elements of a text. */
export function cssLength(html: string): number {
  let css = 0
  let element = ''
  for (const { kind, name, begin, end } of tokenize(html)) {
    if (name) element = name
    if (kind === 'raw' && element === 'style') css += end - begin
  }
  return css
}

/** Throws 400 at `content` if the style elements of a text are too large together. */
export function checkStyles(html: string): void {
  const css = cssLength(html)
  if (css > MAX_CSS)
    throw invalid({ content: `Style elements may have at most ${MAX_CSS} characters in all, these have ${css}` })
}

/**
 * Cleaned HTML that may be stored: cleaning can empty it, and entities can make it longer than the text that
 * was sent. `null` is the result of cleaning for elements nested too deep. Throws 400 at `content`.
 */
export function checkCleaned(html: string | null, { label, max, blank }: Limits): string {
  if (html === null) throw invalid({ content: NESTED_TOO_DEEP })
  if (blank && isBlankHtml(html)) throw invalid({ content: blank })
  if (codePoints(html) > max) throw invalid({ content: maxLength(label, max) })
  return html
}
