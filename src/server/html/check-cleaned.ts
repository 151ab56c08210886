import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { codePoints } from '#contract/lib/text.ts'
import { invalid } from '#server/errors.ts'
import { NESTED_TOO_DEEP } from './html-nesting.ts'

interface Limits {
  /** Names the field in its message. */
  label: string
  /** Code points. */
  max: number
  /** The message for HTML that shows nothing; absent where that is allowed. */
  blank?: string
}

/**
 * Cleaned HTML that may be stored: cleaning can empty it, and entities can make it longer than what was sent.
 * `null` is what cleaning answers for elements nested too deep. Throws 400 at `content`.
 */
export function checkCleaned(html: string | null, { label, max, blank }: Limits): string {
  if (html === null) throw invalid({ content: NESTED_TOO_DEEP })
  if (blank && isBlankHtml(html)) throw invalid({ content: blank })
  if (codePoints(html) > max) throw invalid({ content: maxLength(label, max) })
  return html
}
