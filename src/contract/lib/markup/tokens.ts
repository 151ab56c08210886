import { tagEnd } from '#contract/lib/markup/tags.ts'

/** An attribute of a start tag, or a Liquid tag among them (then without a name). */
export interface AttributeToken {
  begin: number
  end: number
  name: string
  /** The value as written, without its quotes. */
  value: string
  /** True if the value contains a Liquid tag. */
  tagged: boolean
}

/**
 * A piece of HTML with Liquid tags (`tag`). `raw` is the content of an element without markup (style, script,
 * title …), `other` a doctype or processing instruction, `broken` an unclosed tag or comment with all that
 * follows.
 */
export interface Token {
  kind: 'text' | 'tag' | 'start' | 'end' | 'comment' | 'raw' | 'other' | 'broken'
  begin: number
  end: number
  /** The element's name in lower case, else ''. */
  name: string
  attributes: AttributeToken[]
}

const RAW = new Set(['style', 'script', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])
const isSpace = (c: string | undefined) => c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f'
const isLetter = (c: string | undefined) => c !== undefined && /[a-z]/i.test(c)

/** Moves from `at` to the first character that `stops`, skipping whole Liquid tags. */
function readUntil(html: string, at: number, stops: (c: string | undefined) => boolean) {
  let tagged = false
  let i = at
  while (i < html.length) {
    const end = tagEnd(html, i)
    if (end > 0) {
      tagged = true
      i = end
    } else if (stops(html[i])) break
    else i++
  }
  return { end: i, tagged }
}

const endsName = (c: string | undefined) => isSpace(c) || c === '/' || c === '>' || c === '='
const skipSpace = (html: string, at: number) => {
  let i = at
  while (isSpace(html[i])) i++
  return i
}

function readAttribute(html: string, at: number): AttributeToken | null {
  // A leading '=' belongs to the name, as in browsers.
  const first = html[at] === '=' ? at + 1 : at
  const name = readUntil(html, first, endsName)
  const equals = skipSpace(html, name.end)
  if (html[equals] !== '=') {
    return { begin: at, end: name.end, name: html.slice(at, name.end).toLowerCase(), value: '', tagged: name.tagged }
  }
  const from = skipSpace(html, equals + 1)
  const quote = html[from] === '"' || html[from] === "'" ? html[from] : undefined
  const begin = quote ? from + 1 : from
  const value = readUntil(html, begin, (c) => (quote ? c === quote : isSpace(c) || c === '>'))
  if (quote && value.end >= html.length) return null
  return {
    begin: at,
    end: quote ? value.end + 1 : value.end,
    name: html.slice(at, name.end).toLowerCase(),
    value: html.slice(begin, value.end),
    tagged: name.tagged || value.tagged,
  }
}

/** The attributes from `at` to the next `>` or the end of the text; null if a quote is not closed. */
export function readAttributes(html: string, at: number): { attributes: AttributeToken[]; end: number } | null {
  const attributes: AttributeToken[] = []
  let i = at
  while (i < html.length && html[i] !== '>') {
    const end = tagEnd(html, i)
    if (end > 0) {
      attributes.push({ begin: i, end, name: '', value: '', tagged: true })
      i = end
    } else if (isSpace(html[i]) || html[i] === '/') i++
    else {
      const attribute = readAttribute(html, i)
      if (!attribute) return null
      attributes.push(attribute)
      i = attribute.end
    }
  }
  return { attributes, end: i }
}

const token = (
  kind: Token['kind'],
  begin: number,
  end: number,
  name = '',
  attributes: AttributeToken[] = [],
): Token => ({
  kind,
  begin,
  end,
  name,
  attributes,
})
const broken = (html: string, at: number) => token('broken', at, html.length)

function readComment(html: string, at: number): Token {
  if (html.startsWith('>', at + 4)) return token('comment', at, at + 5)
  if (html.startsWith('->', at + 4)) return token('comment', at, at + 6)
  const end = /--!?>/g
  end.lastIndex = at + 4
  return end.exec(html) ? token('comment', at, end.lastIndex) : broken(html, at)
}

function readMarkup(html: string, at: number): Token | null {
  const next = html[at + 1]
  if (html.startsWith('<!--', at)) return readComment(html, at)
  const closing = next === '/'
  if (next === '!' || next === '?' || (closing && !isLetter(html[at + 2]))) {
    if (closing && at + 2 >= html.length) return null
    const end = html.indexOf('>', at + 2)
    return end < 0 ? broken(html, at) : token('other', at, end + 1)
  }
  const begin = closing ? at + 2 : at + 1
  if (!isLetter(html[begin])) return null
  let nameEnd = begin
  while (nameEnd < html.length && !isSpace(html[nameEnd]) && html[nameEnd] !== '/' && html[nameEnd] !== '>') nameEnd++
  const read = readAttributes(html, nameEnd)
  if (!read || read.end >= html.length) return broken(html, at)
  return token(closing ? 'end' : 'start', at, read.end + 1, html.slice(begin, nameEnd).toLowerCase(), read.attributes)
}

/** The content of a raw element that begins at `at`; all the rest if there is no end tag. */
function readRaw(html: string, at: number, name: string): Token {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = at
  return token('raw', at, end.exec(html)?.index ?? html.length)
}

/** Cuts HTML with Liquid tags into tokens that joined are the text again. One pass, in linear time. */
export function tokenize(html: string): Token[] {
  const tokens: Token[] = []
  let text = 0
  const push = (found: Token) => {
    if (found.begin > text) tokens.push(token('text', text, found.begin))
    if (found.end > found.begin) tokens.push(found)
    text = found.end
  }
  let i = 0
  while (i < html.length) {
    const c = html[i]
    const end = c === '{' ? tagEnd(html, i) : -1
    const found = end > 0 ? token('tag', i, end) : c === '<' ? readMarkup(html, i) : null
    if (!found) {
      i++
      continue
    }
    push(found)
    if (found.kind === 'start' && RAW.has(found.name)) push(readRaw(html, found.end, found.name))
    i = text
  }
  if (html.length > text) tokens.push(token('text', text, html.length))
  return tokens
}
