import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { protect, restore } from '#contract/lib/markup/guard.ts'
import {
  isCondition,
  isSafeAttribute,
  isSafeComment,
  isScriptUrl,
  isUnsafeCss,
} from '#contract/lib/markup/safe-markup.ts'
import { type Token, tokenize } from '#contract/lib/markup/tokens.ts'
import { DOCUMENT, RICH_TEXT } from './html-allowed.ts'

/*
 * The sanitiser drops comments and rewrites entities. Characters that no text may contain carry both past it:
 * '\ufdd0 number \ufdd2' is a comment or doctype, '\ufdd1' the '&' of an entity. They are restored in running
 * text only and dropped anywhere else, so nothing gets past the sanitiser into an attribute or a style.
 */
const CARRIERS = /[\ufdd0-\ufdd2]/g
const CARRIED = /\ufdd0(\d+)\ufdd2|\ufdd1/g
const ENTITY = /&(?=(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi
const DOCTYPE = /^<!doctype html[^<>]*>$/i

const withoutCarriers = (text: string) => text.replace(CARRIERS, '')

function isKept(source: string, { kind, begin }: Token): boolean {
  if (kind === 'comment') return isSafeComment(source)
  return isCondition(source) || (DOCTYPE.test(source) && begin < 200)
}

/** Elements that do not count as nested; all others have an end tag of their own. */
const UNCOUNTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr tbody thead tfoot dt dd'.split(
    ' ',
  ),
)
const MAX_DEPTH = 1_000

/** Whether a tag is nested deeper than in any real document: parsers slow down with depth. */
function depthGauge(): (token: Token) => boolean {
  let depth = 0
  return ({ kind, name }) => {
    if (UNCOUNTED.has(name) || (kind !== 'start' && kind !== 'end')) return false
    if (kind === 'start') depth++
    const tooDeep = depth > MAX_DEPTH
    if (kind === 'end' && depth > 0) depth--
    return tooDeep
  }
}

/** `withComments` false drops comments and conditions too. */
function carry(html: string, withComments: boolean): { html: string; carried: string[] } {
  const carried: string[] = []
  const isTooDeep = depthGauge()
  const pieces = tokenize(html).map((token) => {
    const source = html.slice(token.begin, token.end)
    if (isTooDeep(token)) return ''
    if (token.kind === 'text') return source.replace(ENTITY, '\ufdd1')
    if (token.kind !== 'comment' && token.kind !== 'other') return source
    return withComments && isKept(source, token) ? `\ufdd0${carried.push(source) - 1}\ufdd2` : ''
  })
  return { html: pieces.join(''), carried }
}

/** A style sheet without imports; '' for one that could run something. */
function cleanCss(css: string): string {
  const own = css.replace(/@import[^;]{0,2000};?/gi, '')
  return isUnsafeCss(own) ? '' : own
}

function takeBack(html: string, carried: string[]): string {
  let element = ''
  const pieces = tokenize(html).map((token) => {
    const source = html.slice(token.begin, token.end)
    if (token.name) element = token.name
    if (token.kind === 'text')
      return source.replace(CARRIED, (_, index) => (index ? (carried[Number(index)] ?? '') : '&'))
    if (token.kind === 'start') return withoutCarriers(source).replace(/ \/>$/, '>')
    if (token.kind === 'raw' && element === 'style') return cleanCss(withoutCarriers(source))
    return withoutCarriers(source)
  })
  return pieces.join('')
}

/** Keeps attributes that run nothing; the options decide which names are allowed. */
function safeAttributes(
  tagName: string,
  attributes: Record<string, string>,
): { tagName: string; attribs: Record<string, string> } {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const text = withoutCarriers(value)
    if (name.startsWith('data-tpl-') || name === 'http-equiv' || isSafeAttribute(name, text)) kept[name] = text
  }
  if (tagName === 'meta' && !isHarmlessMeta(kept)) return { tagName, attribs: {} }
  return { tagName, attribs: kept }
}

/** Keeps a link that opens a new window from giving access to this one. */
function safeLinks(tagName: string, attributes: Record<string, string>) {
  const safe = safeAttributes(tagName, attributes)
  if (tagName === 'a' && safe.attribs.target) safe.attribs.rel = 'noopener noreferrer'
  return safe
}

function isHarmlessMeta({ 'http-equiv': equiv, content = '' }: Record<string, string>): boolean {
  if (isScriptUrl(content)) return false
  return equiv === undefined || /^(?:content-type|x-ua-compatible|content-language)$/i.test(equiv)
}

/** Elements without an end tag; the sanitiser's list lacks those of tables and pictures. */
const VOID_ELEMENTS = ['area', 'br', 'col', 'hr', 'img', 'meta', 'source', 'wbr']

function cleanOnce(html: string, options: IOptions, transform: typeof safeAttributes): string {
  const { html: carrying, carried } = carry(withoutCarriers(html), options !== RICH_TEXT)
  const cleaned = sanitizeHtml(carrying, {
    ...options,
    allowVulnerableTags: true,
    parseStyleAttributes: options.allowedStyles !== undefined,
    transformTags: { '*': transform },
    // Comments must not be restored in text that is not displayed.
    textFilter: (text, tagName) => (tagName === 'title' ? withoutCarriers(text) : text),
    // A picture whose address is not allowed would be a broken one.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'meta' && Object.keys(attribs).length === 0) || (options === RICH_TEXT && tag === 'img' && !attribs.src),
    nestingLimit: 200,
    selfClosing: VOID_ELEMENTS,
  })
  return takeBack(cleaned, carried)
}

/** Rounds of cleaning, more than any text needs: each settles what the one before uncovered. */
const MAX_ROUNDS = 5

/**
 * Cleans until nothing changes any more. A removed element may have kept two others apart, of which the
 * second now ends the first: a row in a row, a table in a paragraph.
 */
function clean(html: string, options: IOptions, transform: typeof safeAttributes): string {
  let text = html
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cleaned = cleanOnce(text, options, transform)
    if (cleaned === text) break
    text = cleaned
  }
  return text
}

/** Rich text without anything that runs, comments and pictures without an address. Idempotent. */
export function cleanRichText(html: string): string {
  return clean(html, RICH_TEXT, safeLinks)
}

/**
 * A whole document without anything that runs: tables, inline styles, style elements and comments for Outlook
 * stay; scripts, handlers, frames, forms, svg, base, link and refresh go. Idempotent.
 */
export function cleanDocument(html: string): string {
  return clean(html, DOCUMENT, safeAttributes)
}

/** `cleanDocument` that keeps Liquid tags, wherever they are. */
export function cleanTagged(source: string): string {
  return restore(cleanDocument(protect(source)))
}
