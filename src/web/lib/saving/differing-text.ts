import { EMPTY } from '#web/lib/format/dates.ts'

const WHOLE = 280
const AROUND = 60
const MARK = '…'

/** A rich text as one plain line; the parser runs no scripts. */
export function plainText(html: string): string {
  const apart = html.replaceAll(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|t[dhr])\b/gi, ' $&')
  const { body } = new DOMParser().parseFromString(apart, 'text/html')
  for (const unseen of body.querySelectorAll('style, script')) unseen.remove()
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** A text to compare with another: all of a short one, else the part that differs, in some context. */
export function differingText(text: string, other: string): string {
  const [mine, theirs] = [[...text], [...other]]
  if (mine.length <= WHOLE) return text || EMPTY
  let start = 0
  while (start < mine.length && mine[start] === theirs[start]) start++
  const most = Math.min(mine.length, theirs.length) - start
  let same = 0
  while (same < most && mine.at(-1 - same) === theirs.at(-1 - same)) same++
  const from = Math.max(0, start - AROUND)
  const to = Math.min(mine.length - same + AROUND, from + WHOLE, mine.length)
  return `${from > 0 ? MARK : ''}${mine.slice(from, to).join('')}${to < mine.length ? MARK : ''}`
}

/** A rich text to compare with another: by its words, or by its source if only the formatting differs. */
export function differingHtml(html: string, other: string): string {
  const [text, otherText] = [plainText(html), plainText(other)]
  if (text !== otherText || html === other) return differingText(text, otherText)
  return `Same words, different formatting: ${differingText(html, other)}`
}
