import { tokenize } from '#contract/lib/markup/tokens.ts'
import { hasSlots, slotsIn } from './slots.ts'

/** Elements inside which a text goes on as the same words. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** CSS as browsers read it. */
const unescaped = (css: string) =>
  css
    .replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex) => {
      const code = Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll('\\', '')

/** True for HTML whose styles could tell addresses, or the letters of a text, to whoever serves a picture or a font. */
export const readsAddresses = (html: string): boolean =>
  tokenize(html).some(
    ({ kind, begin, end }) =>
      kind === 'raw' && /\[[^\]a-z]*(?:[\w-]*\|)?href|unicode-range/i.test(unescaped(html.slice(begin, end))),
  )

/** The end of a text could be the beginning of an address, which mail programs make a link of. */
const ADDRESS_BEFORE = /[./?@\\]|\uffff/
const SPACE = /[\s\u200b]|&nbsp;/
/** The words since the last space; a slot before counts as part of an address, as nobody knows what it says. */
const lastWord = (text: string) => text.split(SPACE).at(-1) ?? ''

/**
 * The slots of finished HTML, those aside that are text, not stuck to the beginning of an address, or the whole address of a link.
 */
export function slotsElsewhere(html: string): ReadonlySet<number> {
  const elsewhere = new Set<number>()
  let word = ''
  let link: { slot: number; isStuck: boolean } | null = null
  for (const { kind, name, begin, end, attributes } of tokenize(html)) {
    const source = html.slice(begin, end)
    if (kind === 'text') {
      let at = 0
      for (const { slot, before, length } of slotsIn(source)) {
        word = lastWord(word + before.slice(at))
        // Its own scheme is before it.
        if (ADDRESS_BEFORE.test(word.replace(/https?:\/\/$/, ''))) elsewhere.add(slot)
        word += '\uffff'
        at = before.length + length
      }
      word = lastWord(word + source.slice(at))
      if (source.trim() !== '') link = null
      continue
    }
    if ((kind === 'start' || kind === 'end') && !INLINE.has(name)) word = ''
    // Plain text has the address in place of a link without words.
    if (kind === 'end' && name === 'a' && link?.isStuck) elsewhere.add(link.slot)
    if (!hasSlots(source)) continue
    const address = kind === 'start' && name === 'a' ? attributes.find((one) => one.name === 'href') : undefined
    const whole = /^(?:https?:\/\/)?(\w+)$/.exec(address?.value.trim() ?? '')?.[1] ?? ''
    const [found] = slotsIn(whole)
    const isWhole = found !== undefined && found.before === '' && found.length === whole.length
    if (isWhole) link = { slot: found.slot, isStuck: ADDRESS_BEFORE.test(word) }
    const rest = isWhole && address ? html.slice(begin, address.begin) + html.slice(address.end, end) : source
    for (const { slot } of slotsIn(rest)) elsewhere.add(slot)
  }
  return elsewhere
}
