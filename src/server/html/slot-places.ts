import { tokenize } from '#contract/lib/markup/tokens.ts'
import { hasSlots, slotsIn } from './slots.ts'

/**
 * Elements before and after which the plain text of a mail begins a new line. All others continue the line.
 */
const BREAKS = new Set(
  'article aside blockquote br div footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Elements after which the plain text has a space. */
const CELLS = new Set(['td', 'th'])

/**
 * Names in CSS as browsers read them. Comments stay: one may only look like a comment and be part of a text,
 * and no name contains one.
 */
const unescaped = (css: string) =>
  css
    .replaceAll(/\\([0-9a-f]{1,6})(?:\r\n|\s)?/gi, (_, hex) => {
      const code = Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll('\\', '')

/**
 * Whether styles of the HTML could tell addresses, or the letters of a text, to whoever serves a picture or a
 * font. The name of the attribute counts wherever it stands: rules can be hidden between what looks like the
 * beginning and the end of a comment.
 */
export const readsAddresses = (html: string): boolean =>
  tokenize(html).some(
    ({ kind, begin, end }) => kind === 'raw' && /href|unicode-range|attr\(/i.test(unescaped(html.slice(begin, end))),
  )

/** The end of a text that could begin an address, which mail programs turn into a link. */
const ADDRESS_BEFORE = /[./?@\\．。｡／？＠＼]|\uffff/
const SPACE = /[\s\u200b]|&nbsp;/
/** The words since the last space; a slot before counts as part of an address, as its text is unknown. */
const lastWord = (text: string) => text.split(SPACE).at(-1) ?? ''

/**
 * Adds the slots of a text that are stuck to the beginning of an address, with a word before it. Returns the
 * text's last word.
 */
function addStuck(source: string, wordBefore: string, stuck: Set<number>): string {
  let word = wordBefore
  let at = 0
  for (const { slot, before, length } of slotsIn(source)) {
    word = lastWord(word + before.slice(at))
    // The address's own scheme stands before it.
    if (ADDRESS_BEFORE.test(word.replace(/https?:\/\/$/, ''))) stuck.add(slot)
    word += '\uffff'
    at = before.length + length
  }
  return lastWord(word + source.slice(at))
}

/**
 * Slots of a mail's plain text that are stuck to the beginning of an address: plain text leaves out parts
 * that stand between them in HTML.
 */
export function slotsStuck(lines: string): ReadonlySet<number> {
  const stuck = new Set<number>()
  addStuck(lines, '', stuck)
  return stuck
}

/**
 * Slots of finished HTML, except those of text that is not stuck to an address, and of whole addresses of
 * links.
 */
export function slotsElsewhere(html: string): ReadonlySet<number> {
  const elsewhere = new Set<number>()
  let word = ''
  let link: { slot: number | null; isStuck: boolean; address: string } | null = null
  let lists = 0
  for (const { kind, name, begin, end, attributes } of tokenize(html)) {
    const source = html.slice(begin, end)
    if (kind === 'text') {
      word = addStuck(source, word, elsewhere)
      if (source.trim() !== '') link = null
      continue
    }
    const isTag = kind === 'start' || kind === 'end'
    if (isTag && (name === 'ul' || name === 'ol')) lists = Math.max(0, lists + (kind === 'start' ? 1 : -1))
    const isBreak = BREAKS.has(name) || (name === 'li' && lists > 0) || (CELLS.has(name) && kind === 'end')
    if (isTag && isBreak) word = ''
    // Plain text prints the address of a link without words.
    if (kind === 'end' && name === 'a' && link) {
      if (link.isStuck && link.slot !== null) elsewhere.add(link.slot)
      word = lastWord(word + link.address)
      link = null
    }
    const address = kind === 'start' && name === 'a' ? attributes.find((one) => one.name === 'href') : undefined
    if (address) link = { slot: null, isStuck: false, address: address.value }
    if (!hasSlots(source)) continue
    const whole = /^(?:https?:\/\/)?(\w+)$/.exec(address?.value.trim() ?? '')?.[1] ?? ''
    const [found] = slotsIn(whole)
    const isWhole = found !== undefined && found.before === '' && found.length === whole.length
    if (isWhole) link = { slot: found.slot, isStuck: ADDRESS_BEFORE.test(word), address: '\uffff' }
    const rest = isWhole && address ? html.slice(begin, address.begin) + html.slice(address.end, end) : source
    for (const { slot } of slotsIn(rest)) elsewhere.add(slot)
  }
  return elsewhere
}
