import { isTag, tagEnd, withoutTags } from '#contract/lib/markup/tags.ts'
import { readAttributes, tokenize } from '#contract/lib/markup/tokens.ts'

const NAMED: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', amp: '&', lt: '<', gt: '>', quot: '"' }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));?/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The text as browsers compare schemes: lower case, without entities, spaces and control characters. */
const bare = (text: string) =>
  decodeEntities(text)
    .replace(/[\p{Cc}\p{Z}\u00ad\u200b-\u200f\ufeff]/gu, '')
    .toLowerCase()

const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp)[;,]/

/** True for an address that runs something or brings its own document (`javascript:`, `data:text/html` …). */
export function isScriptUrl(url: string): boolean {
  const text = bare(url)
  if (text.startsWith('data:')) return !PICTURE.test(text)
  return /^(?:javascript|vbscript|livescript|mocha|view-source|file|blob|filesystem):/.test(text)
}

const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g

/**
 * True for CSS that could run something in any mail program, however old, or that loads other style sheets.
 * It is judged with and without its comments: old programs read names through them, and what looks like a
 * comment may stand between two strings.
 */
export function isUnsafeCss(css: string): boolean {
  const plain = asRead(css.replace(COMMENT, ''))
  return RUNS.test(plain) || RUNS.test(asRead(css)) || /<\/?style|<!--|-->/.test(plain)
}

const RUNS =
  /expression\(|javascript:|vbscript:|-moz-binding|behaviou?r:|@import|@charset|url\(["']?data:(?!image\/(?:png|jpe?g|gif|webp|bmp)[;,])/

/** The names in CSS as browsers read them. */
function asRead(css: string): string {
  const unescaped = css
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex) => {
      const code = Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll('\\', '')
  return bare(unescaped)
}

const NAME = /^[a-z_:][a-z0-9_:.-]*$/
const FORBIDDEN = /^(?:on|data-tpl-|(?:srcdoc|formaction|action|ping|xlink:href|http-equiv|autofocus|contenteditable)$)/

/** True for an attribute that runs nothing. Its Liquid tags are ignored. */
export function isSafeAttribute(name: string, value: string): boolean {
  const plain = withoutTags(name)
  if (!NAME.test(plain) || FORBIDDEN.test(plain)) return false
  const text = withoutTags(value)
  return !isScriptUrl(text) && !(plain === 'style' && isUnsafeCss(text))
}

/** True for a part of a start tag that has at least one Liquid tag and nothing unsafe. */
export function areSafeAttributes(source: string): boolean {
  const read = readAttributes(source, 0)
  if (!read || read.end !== source.length) return false
  if (!read.attributes.some((attribute) => attribute.tagged)) return false
  return read.attributes.every(
    ({ begin, end, name, value }) => tagEnd(source, begin) === end || isSafeAttribute(name, value),
  )
}

const UNSAFE_ELEMENTS = new Set(
  'script iframe frame frameset object embed applet form input button select textarea svg math link base template noscript xmp plaintext isindex'.split(
    ' ',
  ),
)

function isSafeInside(html: string): boolean {
  return tokenize(html).every((token) => {
    if (token.kind === 'broken') return !html.slice(token.begin).startsWith('<')
    if (token.kind === 'raw') return !isUnsafeCss(html.slice(token.begin, token.end))
    if (token.kind !== 'start') return true
    if (UNSAFE_ELEMENTS.has(token.name)) return false
    return token.attributes.every(
      ({ begin, end, name, value }) => tagEnd(html, begin) === end || isSafeAttribute(name, value),
    )
  })
}

const CONDITION = /^<!\[(?:if [^\]<>]{1,100}|endif)\]>$/i

/** True for Outlook's `<![if …]>` and `<![endif]>`. */
export const isCondition = (source: string) => CONDITION.test(source)

/** True for a conditional comment of Outlook. */
export const isConditionalComment = (source: string) => /^<!--(?:\[if|<!\[endif)/i.test(source)

/** True for one whole comment that no parser ends early and that runs nothing if Outlook reads it. */
export function isSafeComment(source: string): boolean {
  if (!source.startsWith('<!--') || !source.endsWith('-->') || source.length < 7) return false
  const inside = source.slice(4, -3)
  if (/^-?>|--!?>|--!?$|-$/.test(inside)) return false
  if (!isConditionalComment(source)) return true
  return isSafeInside(inside.replace(/^\[if [^\]<>]{1,100}\]>/i, '').replace(/<!(?:\[endif\])?$/i, ''))
}

/** True for a source that a placeholder outside start tags may replace. */
export const isSafePayload = (source: string) => isTag(source) || isCondition(source) || isSafeComment(source)
