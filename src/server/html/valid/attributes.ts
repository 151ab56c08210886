import { readStyles, writeStyles } from './styles.ts'

type Attributes = Record<string, string>

const isCount = (value: string, most: number) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= most
const oneOf = (...words: string[]) => {
  const known = new Set(words)
  return (value: string) => known.has(value.toLowerCase())
}

/** Attributes that an element may have beside style, title, lang and dir, and the test of each value. */
const OWN: Record<string, Record<string, (value: string) => boolean>> = {
  img: {
    width: (value) => isCount(value, 10_000),
    height: (value) => isCount(value, 10_000),
    loading: oneOf('lazy', 'eager'),
  },
  ol: { start: (value) => /^-?\d{1,6}$/.test(value), type: (value) => /^[1aAiI]$/.test(value) },
  col: { span: (value) => isCount(value, 1_000) },
  td: { colspan: (value) => isCount(value, 1_000), rowspan: (value) => isCount(value, 60_000) },
  th: {
    colspan: (value) => isCount(value, 1_000),
    rowspan: (value) => isCount(value, 60_000),
    scope: oneOf('row', 'col', 'rowgroup', 'colgroup'),
  },
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
function isLanguage(value: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-[a-z]{2})?$/i.test(value) && LANGUAGES.of(value) !== undefined
  } catch {
    return false
  }
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const NOWHERE = 'http://nowhere.invalid'
/** Escapes characters that no address may contain and that browsers leave as they are. */
const escapedRest = (rest: string) =>
  rest
    .replace(/[^\w.~:/?#@!$&'()*+,;=%-]/gu, (char) => encodeURIComponent(char))
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/(?<=#.*)#/g, '%23')

/** An address as browsers read it, with everything escaped that must be; null if it is none. */
export function validAddress(value: string): string | null {
  const text = value.trim()
  const base = URL.canParse(text) ? undefined : NOWHERE
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (!SCHEMES.has(url.protocol)) return null
  if (base === undefined && !url.host) return url.protocol + escapedRest(url.href.slice(url.protocol.length))
  const path = escapedRest(url.href.slice(url.origin.length))
  if (base === undefined || url.origin !== NOWHERE) {
    if (url.username || url.password) return null
    return `${text.startsWith('//') ? `//${url.host}` : url.origin}${path}`
  }
  // The address stays as written if it leads to the same place: one without a folder depends on the page.
  const own = escapedRest(text)
  return new URL(own, base).href === NOWHERE + path ? own : path
}

const pixels = (value: string | undefined) => (value && /^\d{1,4}$/.test(value) ? `${value}px` : value)

/** Styles in place of old attributes; those of rows and columns mean the same as before. */
function oldStyles(name: string, { align = '', valign = '', width }: Attributes): Attributes {
  const side = align.toLowerCase()
  const floats = name === 'img' || name === 'table'
  const found: [string, string | undefined | false][] = [
    ['float', floats && side !== 'center' && side],
    ['text-align', !floats && (side === 'middle' ? 'center' : side)],
    ['vertical-align', valign],
    ['width', name === 'img' && !width?.endsWith('%') ? undefined : pixels(width)],
  ]
  const own = found.map(([property, value]) => `${property}:${value || ''}`)
  const centred: Attributes =
    name === 'table' && side === 'center' ? { 'margin-left': 'auto', 'margin-right': 'auto' } : {}
  return { ...readStyles(own.join(';')), ...centred }
}

function linkAttributes({ href = '', target = '', rel = '' }: Attributes): Attributes {
  const address = href === '' ? null : validAddress(href)
  if (address === null) return {}
  const kept: Attributes = { href: address }
  if (/^(?:_blank|_self|_parent|_top|[a-z][\w-]*)$/i.test(target)) kept.target = target
  const known = rel.split(/\s+/).filter(oneOf('noopener', 'noreferrer', 'nofollow'))
  if (known.length > 0) kept.rel = [...new Set(known)].join(' ')
  return kept
}

/**
 * The attributes of an element of rich text that HTML knows, with valid values; null for a picture without an
 * address.
 */
export function validAttributes(name: string, given: Attributes): Attributes | null {
  const kept: Attributes = name === 'a' ? linkAttributes(given) : {}
  if (name === 'img') {
    const address = validAddress(given.src ?? '')
    if (!given.src || address === null) return null
    Object.assign(kept, { src: address, alt: given.alt ?? '' })
  }
  for (const [key, isRight] of Object.entries(OWN[name] ?? {})) {
    const value = given[key]?.trim()
    if (value !== undefined && isRight(value)) kept[key] = value
  }
  const style = writeStyles({ ...oldStyles(name, given), ...readStyles(given.style ?? '') })
  if (style !== '') kept.style = style
  if (given.title) kept.title = given.title
  if (given.lang && isLanguage(given.lang)) kept.lang = given.lang
  if (given.dir && oneOf('ltr', 'rtl', 'auto')(given.dir)) kept.dir = given.dir.toLowerCase()
  return kept
}
