import { isSafeAttribute } from '#contract/lib/markup/safe-markup.ts'
import { type Token, tokenize } from '#contract/lib/markup/tokens.ts'
import { escapeHtml } from './escape-html.ts'
import type { LinkBases } from './finish-html.ts'
import { finishUnwrappedAside, plainTextAside } from './html-aside.ts'
import { createKept } from './kept.ts'
import { readsAddresses, slotsElsewhere, slotsStuck } from './slot-places.ts'
import { hasSlots, replaceSlots, SecretElsewhere, type Slotted, slotsIn } from './slots.ts'
import { type UnwrappedText, wrapText } from './wrap-text.ts'

/*
 * Finishing HTML takes 5 ms, nearly all of it for parts that are the same every time. So HTML with slots is
 * finished once, and texts are filled into the result. The result must be, to the byte, that of finishing the
 * filled HTML: a slot stays only where a text changes nothing around it (`slots.ts` checks the text,
 * `placesOf` the place); any other slot gets its text first.
 */

/** Where the slots of a piece of HTML are. */
interface Places {
  /** Slots that must be filled before finishing. */
  unsafe: ReadonlySet<number>
  /** Slots that are the rest of a link's address, with its scheme. */
  addresses: ReadonlyMap<number, string>
  /** Whether rules may select elements by what their attributes say, addresses too. */
  selects: boolean
}

/** The end of a text that could go on as an entity, a tag, or a tag of a template. */
const OPEN = /[<&][^;\s]*$|\{$/
const slotsOf = (source: string) => slotsIn(source).map(({ slot }) => slot)
const slotsAfterOpen = (source: string) =>
  slotsIn(source)
    .filter(({ before }) => OPEN.test(before.slice(-300)))
    .map(({ slot }) => slot)
const ADDRESS = /^\s*(https?:\/\/)\w+\s*$/

/** Reads the slots in a start tag: one is safe as the whole address of a link, after its scheme. */
function readStart(source: string, { name, attributes, begin }: Token, places: Map<number, string>): number[] {
  let rest = source
  for (const one of attributes.toReversed()) {
    const scheme = name === 'a' && one.name === 'href' ? ADDRESS.exec(one.value)?.[1] : undefined
    const [slot, ...others] = slotsOf(one.value)
    if (scheme === undefined || slot === undefined || others.length > 0) continue
    places.set(slot, scheme)
    rest = rest.slice(0, one.begin - begin) + rest.slice(one.end - begin)
  }
  return slotsOf(rest)
}

function placesOf(html: string): Places {
  const addresses = new Map<number, string>()
  const unsafe: number[] = []
  let selects = false
  for (const token of tokenize(html)) {
    const source = html.slice(token.begin, token.end)
    if (token.kind === 'raw') selects ||= source.includes('[')
    if (!hasSlots(source)) continue
    if (token.kind === 'text') unsafe.push(...slotsAfterOpen(source))
    else if (token.kind === 'start') unsafe.push(...readStart(source, token, addresses))
    else unsafe.push(...slotsOf(source))
  }
  return { unsafe: new Set(unsafe), addresses, selects }
}

const CLEAR_ADDRESS = /^[\w.~:/?&=%+…-]+$/

/** True for an address that no step of finishing changes. */
const isClear = (rest: string, scheme: string, { appUrl }: LinkBases) =>
  CLEAR_ADDRESS.test(rest) && isSafeAttribute('href', scheme + rest) && !(scheme + rest).startsWith(`${appUrl}/images/`)

interface Finished {
  html: string
  text: UnwrappedText | null
  /** Slots that no secret may have; null if none may be anywhere. */
  elsewhere: ReadonlySet<number> | null
}

/** Characters of everything that is kept, templates and results. */
const MOST = 4_000_000
const places = createKept<Places>(MOST / 4)
const results = createKept<Finished>(MOST, ({ html, text }) => html.length + (text?.lines.length ?? 0))

/** Characters as text nodes and quoted attributes are written. */
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }
const asNode = (text: string) => text.replaceAll(/[&<>\u00a0]/g, (char) => ESCAPED[char] ?? char)
/** Spaces as the plain-text converter shrinks them. */
const asWords = (text: string) => text.replaceAll(/[ \t\r\n\f\u200b]+/g, ' ')

const isShownTwice = (texts: readonly string[], { links }: UnwrappedText) =>
  links.some(({ words, address }) => {
    if (!hasSlots(words) && !hasSlots(address)) return false
    const read = (text: string) =>
      replaceSlots(text, (index) => texts[index] ?? '').replaceAll(/[ \t\r\n\f\u200b]/g, '')
    return read(words) === read(address)
  })

async function finish(source: string, bases: LinkBases): Promise<Finished> {
  const finished = await finishUnwrappedAside(source, bases)
  if (readsAddresses(finished.html)) return { ...finished, elsewhere: null }
  const stuck = slotsStuck(finished.text?.lines ?? '')
  return { ...finished, elsewhere: new Set([...slotsElsewhere(finished.html), ...stuck]) }
}

/**
 * Does what `finishHtml` does for the filled HTML. Work that does not depend on the texts is done once and
 * kept. Throws SecretElsewhere where a secret is not a text or the whole address of a link, and 503 if too
 * many wait.
 */
export async function finishSlotted(
  { html, texts, secrets = new Set() }: Slotted,
  bases: LinkBases,
): Promise<{ html: string; text: string }> {
  const { unsafe, addresses, selects } = places.get(html) ?? places.keep(html, placesOf(html))
  const isUnsafe = (index: number) => {
    const scheme = addresses.get(index)
    if (unsafe.has(index)) return true
    // Secrets keep their slots, so that they are found again in the finished mail.
    if (scheme === undefined || secrets.has(index)) return false
    return selects || !isClear(texts[index] ?? '', scheme, bases)
  }
  const checkPlaces = (isWrong: (index: number) => boolean) => {
    for (const index of secrets) if (isWrong(index)) throw new SecretElsewhere(texts[index] ?? '')
  }
  checkPlaces((index) => unsafe.has(index))
  const source = replaceSlots(html, (index, slot) => (isUnsafe(index) ? escapeHtml(texts[index] ?? '') : slot))
  const key = `${bases.siteUrl}\n${bases.appUrl}\n${source}`
  const finished = results.get(key) ?? results.keep(key, await finish(source, bases))
  checkPlaces((index) => finished.elsewhere?.has(index) ?? true)
  const whole = replaceSlots(finished.html, (index) => asNode(texts[index] ?? ''))
  if (!finished.text || isShownTwice(texts, finished.text)) return { html: whole, text: await plainTextAside(whole) }
  const lines = replaceSlots(finished.text.lines, (index) => asWords(texts[index] ?? ''))
  return { html: whole, text: wrapText(lines) }
}
