import { openElements, type Place } from '#contract/lib/markup/places.ts'
import {
  areSafeAttributes,
  isCondition,
  isConditionalComment,
  isSafeComment,
  isSafePayload,
} from '#contract/lib/markup/safe-markup.ts'
import { isTag } from '#contract/lib/markup/tags.ts'
import { type AttributeToken, type Token, tokenize } from '#contract/lib/markup/tokens.ts'

/*
 * Placeholders that protect() inserts and restore() takes back. Payloads are encoded to letters, digits and '_'.
 *   <tr data-tpl-row>, <li data-tpl-item>, <div data-tpl-block>, <span data-tpl-tag>  a tag, shown and locked
 *   <!--tpl:payload-->    a tag or comment where nothing can be shown
 *   data-tpl-0="payload"  attributes with tags in them
 * Names like these in the text itself get an 'x' in between, so they are never taken for placeholders.
 */
const COMMENT = '<!--tpl:'
const PLACEHOLDER = /^data-tpl-(?:row|item|block|tag)$/
const CHUNK = /^data-tpl-\d+$/
const OWN_NAME = /^data-tpl-/
const STUFFED = /^data-tpl-x-/
const NAME_LENGTH = 'data-tpl-'.length

const encode = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, (c) => `_${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

function decode(payload: string): string | null {
  if (!/^(?:[A-Za-z0-9]|_[0-9a-f]{4})*$/.test(payload)) return null
  return payload.replace(/_([0-9a-f]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Tags of plain characters pass through editors and serialisers as text. */
const isPlainText = (tag: string) => /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/.test(tag)

const LOCKED = 'contenteditable="false"'

function placeholder(tag: string, place: Place): string {
  const payload = encode(tag)
  const shown = escapeText(tag)
  if (place === 'row') return `<tr data-tpl-row="${payload}"><td colspan="99" ${LOCKED}>${shown}</td></tr>`
  if (place === 'item') return `<li data-tpl-item="${payload}" ${LOCKED}>${shown}</li>`
  if (place === 'block') return `<div data-tpl-block="${payload}" ${LOCKED}>${shown}</div>`
  if (place === 'hidden') return `${COMMENT}${payload}-->`
  return isPlainText(tag) ? tag : `<span data-tpl-tag="${payload}" ${LOCKED}>${shown}</span>`
}

function protectComment(source: string): string {
  if (source.startsWith(COMMENT)) return `${COMMENT}x:${source.slice(COMMENT.length)}`
  return isConditionalComment(source) && isSafeComment(source) ? `${COMMENT}${encode(source)}-->` : source
}

/** Groups of attributes for one placeholder: from the first bare tag to the last tag, or one attribute. */
function chunksOf(attributes: AttributeToken[]): AttributeToken[][] {
  const first = attributes.findIndex((one) => one.name === '')
  const last = attributes.findLastIndex((one) => one.tagged)
  if (first < 0) return attributes.map((one) => [one])
  const begin = Math.min(
    first,
    attributes.findIndex((one) => one.tagged),
  )
  return [
    ...attributes.slice(0, begin).map((one) => [one]),
    attributes.slice(begin, last + 1),
    ...attributes.slice(last + 1).map((one) => [one]),
  ]
}

const stuffed = (html: string, { begin, end, name }: AttributeToken) => {
  const source = html.slice(begin, end)
  return OWN_NAME.test(name) ? `${source.slice(0, NAME_LENGTH)}x-${source.slice(NAME_LENGTH)}` : source
}

function protectStart(html: string, { begin, end, attributes }: Token): string {
  let out = ''
  let at = begin
  let count = 0
  for (const chunk of chunksOf(attributes)) {
    const source = html.slice(chunk[0]?.begin, chunk.at(-1)?.end)
    if (chunk.some((one) => one.tagged) && areSafeAttributes(source)) {
      out += `${html.slice(at, chunk[0]?.begin)}data-tpl-${count++}="${encode(source)}"`
      at = chunk.at(-1)?.end ?? at
      continue
    }
    for (const one of chunk) {
      out += html.slice(at, one.begin) + stuffed(html, one)
      at = one.end
    }
  }
  return out + html.slice(at, end)
}

/** The names of the elements beside each token, ignoring white space, comments and Liquid tags. */
function neighbours(html: string, tokens: Token[]) {
  const visible = ({ kind, begin, end }: Token) =>
    kind === 'start' || kind === 'end' || kind === 'raw' || (kind === 'text' && html.slice(begin, end).trim() !== '')
  const nameOf = (one: Token) => (one.kind === 'text' ? 'text' : one.kind === 'raw' ? 'raw' : one.name)
  const sweep = (order: Token[]) => {
    let last = ''
    return order.map((one) => {
      const seen = last
      if (visible(one)) last = nameOf(one)
      return seen
    })
  }
  return { before: sweep(tokens), after: sweep(tokens.toReversed()).reverse() }
}

/**
 * HTML that an editor or sanitiser can parse and serialise without harm to Liquid tags and conditional
 * comments: `restore(protect(x)) === x` for every x. Anything that could smuggle markup past a sanitiser
 * stays visible to it.
 */
export function protect(html: string): string {
  const tokens = tokenize(html)
  const { before, after } = neighbours(html, tokens)
  const open = openElements()
  const pieces = tokens.map((one, index) => {
    const source = html.slice(one.begin, one.end)
    open.read(one)
    if (one.kind === 'start') return protectStart(html, one)
    if (one.kind === 'comment') return protectComment(source)
    if (one.kind === 'other' && isCondition(source)) return `${COMMENT}${encode(source)}-->`
    if (one.kind === 'tag') return placeholder(source, open.place(before[index] ?? '', after[index] ?? ''))
    return source
  })
  return pieces.join('')
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", apos: "'", nbsp: ' ' }

/** The tag of a placeholder, without the entities that an editor adds when it is edited. */
const restoreTag = (source: string) => {
  const tag = source.replace(/&(lt|gt|amp|quot|#39|apos|nbsp);/g, (whole, name) => ENTITIES[name] ?? whole)
  return tag === source ? source : isTag(tag) ? tag : source
}

const payloadOf = (encoded: string) => {
  const payload = decode(encoded)
  return payload !== null && isSafePayload(payload) ? payload : ''
}

function restoreComment(source: string): string {
  if (!source.startsWith(COMMENT)) return source
  if (source.startsWith(`${COMMENT}x:`)) return `${COMMENT}${source.slice(COMMENT.length + 2)}`
  return payloadOf(source.slice(COMMENT.length, -3))
}

function restoreStart(html: string, { begin, end, attributes }: Token): string {
  let out = ''
  let at = begin
  for (const one of attributes) {
    let source = html.slice(one.begin, one.end)
    if (STUFFED.test(one.name)) source = source.slice(0, NAME_LENGTH) + source.slice(NAME_LENGTH + 2)
    else if (CHUNK.test(one.name)) {
      const chunk = decode(one.value)
      source = chunk !== null && areSafeAttributes(chunk) ? chunk : ''
    }
    out += html.slice(at, one.begin) + source
    at = one.end
  }
  return out + html.slice(at, end)
}

/**
 * Undoes protect(), even after an editor or sanitiser. Placeholders give back only Liquid tags, comments and
 * attributes that run nothing; any other payload is dropped.
 */
export function restore(html: string): string {
  let out = ''
  let inside: { name: string; depth: number } | null = null
  for (const one of tokenize(html)) {
    if (inside) {
      if (one.name === inside.name) inside.depth += one.kind === 'start' ? 1 : -1
      if (inside.depth === 0) inside = null
      continue
    }
    const source = html.slice(one.begin, one.end)
    const held = one.kind === 'start' ? one.attributes.find(({ name }) => PLACEHOLDER.test(name)) : undefined
    if (held) {
      out += payloadOf(held.value)
      inside = { name: one.name, depth: 1 }
    } else if (one.kind === 'start') out += restoreStart(html, one)
    else if (one.kind === 'comment') out += restoreComment(source)
    else if (one.kind === 'tag') out += restoreTag(source)
    else out += source
  }
  return out
}

/**
 * Splits a document in three: what precedes the content (doctype, head, body tag), the content an editor
 * shows, and the rest. A fragment is all content.
 */
export function splitShell(html: string): { before: string; body: string; after: string } {
  const tokens = tokenize(html)
  const shell = (name: string, kind: Token['kind']) => tokens.find((one) => one.kind === kind && one.name === name)
  const begin = (shell('body', 'start') ?? shell('head', 'end') ?? shell('html', 'start'))?.end ?? 0
  const last = tokens.findLast((one) => one.kind === 'end' && one.name === 'body' && one.begin >= begin)
  const close = last ?? tokens.findLast((one) => one.kind === 'end' && one.name === 'html' && one.begin >= begin)
  const end = close?.begin ?? html.length
  return { before: html.slice(0, begin), body: html.slice(begin, end), after: html.slice(end) }
}
