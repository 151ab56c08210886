import { escaped, isBlankText, lineOf, type Run } from './runs.ts'
import { type Format, formatIn, PLAIN, stylesOf } from './styles.ts'
import { makeLists } from './word-lists.ts'

/** A part of pasted content: a stretch of a line, or a block. */
type Piece = Run | { block: string }
const isRun = (piece: Piece): piece is Run => 'html' in piece

/** Elements that leave nothing, with all that is in them. */
const GONE =
  'head, title, style, script, link, meta, base, xml, template, noscript, iframe, frame, frameset, object, embed, svg, math, audio, video, canvas, form input, input, select, textarea, button, a.msocomanchor, .MsoCommentReference, .msocomoff, .Apple-interchange-newline'
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'caption'])
/** Elements that stand on lines of their own and that the editor does not keep as such. */
const LOOSE_BLOCKS = new Set(
  'div section article main header footer nav aside address figure figcaption center dl dt dd details summary fieldset form p'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/

/** Whether an element was hidden, or is a note to the program that wrote it. */
function isGone(element: Element): boolean {
  // Elements of Word's own, such as <v:shape> and <w:sdt>, hold drawings and settings; <o:p> and smart tags hold text.
  if (/^(?:v|w(?!:sdt$)|m):/i.test(element.nodeName)) return true
  if (element.matches(GONE)) return true
  const styles = stylesOf(element)
  const part = styles['mso-element'] ?? ''
  return (
    styles.display === 'none' ||
    styles['mso-hide'] === 'all' ||
    styles['mso-list'] === 'ignore' ||
    /^(?:comment|header|footer|field-)/.test(part)
  )
}

const LINK = /^(?:https?:\/\/|mailto:|tel:)/i

/** Which pictures come along. */
export interface Pictures {
  /** The longest data URL of a picture; 0 for none. */
  mostData: number
  /** Whether an address is that of a picture that the editor holds itself, until it is uploaded. */
  isHeld: (src: string) => boolean
}

function pictureOf(element: Element, { mostData, isHeld }: Pictures): string {
  const src = element.getAttribute('src')?.trim() ?? ''
  const isData = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(src) && src.length <= mostData
  if (!isData && !isHeld(src) && !/^(?:https?:\/\/|\/images\/)/i.test(src)) return ''
  // A copy of a pixel that only counts readers shows nothing either.
  if (['width', 'height'].some((name) => /^[01](?:px)?$/.test(element.getAttribute(name) ?? ''))) return ''
  const attributes = ['alt', 'width', 'height'].flatMap((name) => {
    const value = element.getAttribute(name)
    return value === null || (name !== 'alt' && !/^\d{1,4}$/.test(value)) ? [] : [` ${name}="${escaped(value)}"`]
  })
  return `<img src="${escaped(src)}"${attributes.join('')}>`
}

/** The level of a heading that says so by its role or by a style of Word's; null for none. */
function headingOf(element: Element): string | null {
  const { localName } = element
  if (HEADING.test(localName)) return localName
  if (element.getAttribute('role') === 'heading')
    return `h${Math.min(6, Number(element.getAttribute('aria-level')) || 2)}`
  const word = /\bMso(Title|Heading([1-6])?)\b/.exec(element.className)
  return word ? `h${word[2] ?? 1}` : null
}

function attributesOf(element: Element, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = element.getAttribute(name)
      return value !== null && /^[1-9]\d{0,3}$/.test(value) ? [` ${name}="${value}"`] : []
    })
    .join('')
}

/** Blocks as they are; the lines between them become paragraphs, blank ones go. */
function paragraphs(pieces: readonly Piece[], tag = 'p'): string {
  let html = ''
  let runs: Run[] = []
  const flush = () => {
    const line = lineOf(runs)
    if (line !== '') html += `<${tag}>${line}</${tag}>`
    runs = []
  }
  for (const piece of pieces) {
    if (isRun(piece)) runs.push(piece)
    else {
      flush()
      html += piece.block
    }
  }
  flush()
  return html
}

/** The content of an item or a cell: a single paragraph needs no element. */
function contentOf(pieces: readonly Piece[]): string {
  const first = pieces.findIndex((piece) => !isRun(piece))
  if (first < 0) return lineOf(pieces.filter(isRun))
  const html = paragraphs(pieces)
  const [, only, rest = ''] = /^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>((?:<[uo]l[\s\S]*)?)$/.exec(html) ?? []
  return only === undefined ? html : only + rest
}

function insideOf(element: Element, format: Format, pictures: Pictures): Piece[] {
  return [...element.childNodes].flatMap((node) => piecesOf(node, format, pictures))
}

/** A list. Some programs put the lists within it beside its items, not into them. */
function listOf(element: Element, format: Format, pictures: Pictures): Piece[] {
  const items: string[] = []
  for (const child of element.children) {
    if (isGone(child)) continue
    const isList = child.matches('ul, ol')
    const pieces = isList ? piecesOf(child, format, pictures) : insideOf(child, formatIn(child, format), pictures)
    const content = contentOf(pieces)
    if (isList && items.length > 0) items.push(`${items.pop()}${content}`)
    else if (content !== '') items.push(content)
  }
  const start = element.localName === 'ol' ? attributesOf(element, ['start']).replace(' start="1"', '') : ''
  const html = items.map((item) => `<li>${item}</li>`).join('')
  return html === '' ? [] : [{ block: `<${element.localName}${start}>${html}</${element.localName}>` }]
}

function tableOf(element: Element, format: Format, pictures: Pictures): Piece[] {
  const name = element.localName
  if (name === 'td' || name === 'th') {
    // Heads of columns are bold by themselves.
    const inside = { ...formatIn(element, format), ...(name === 'th' ? { bold: false } : {}) }
    const content = contentOf(insideOf(element, inside, pictures))
    return [{ block: `<${name}${attributesOf(element, ['colspan', 'rowspan'])}>${content}</${name}>` }]
  }
  const inside = insideOf(element, formatIn(element, format), pictures)
  if (name === 'caption') return [{ block: `<caption>${lineOf(inside.filter(isRun))}</caption>` }]
  const html = inside.flatMap((piece) => (isRun(piece) ? [] : [piece.block])).join('')
  return html === '' ? [] : [{ block: `<${name}${attributesOf(element, ['border'])}>${html}</${name}>` }]
}

function linkOf(element: Element, format: Format): Format {
  const href = element.getAttribute('href')?.trim() ?? ''
  return LINK.test(href) ? { ...format, link: href } : format
}

function piecesOf(node: Node, format: Format, pictures: Pictures): Piece[] {
  if (node.nodeType === Node.TEXT_NODE) return [{ html: escaped(node.textContent ?? ''), format, text: true }]
  if (node.nodeType !== Node.ELEMENT_NODE) return []
  const element = node as Element
  const { localName } = element
  if (isGone(element)) return []
  if (localName === 'br') return [{ html: '<br>', format, text: false }]
  if (localName === 'hr') return [{ block: '<hr>' }]
  if (localName === 'img') {
    const picture = pictureOf(element, pictures)
    return picture === '' ? [] : [{ html: picture, format: { ...PLAIN, link: format.link }, text: false }]
  }
  if (localName === 'ul' || localName === 'ol') return listOf(element, formatIn(element, format), pictures)
  if (['table', 'td', 'th'].includes(localName) || TABLE_PARTS.has(localName)) return tableOf(element, format, pictures)
  if (localName === 'pre') {
    const text = element.textContent ?? ''
    return isBlankText(text) ? [] : [{ block: `<pre>${escaped(text)}</pre>` }]
  }
  const inside = localName === 'a' ? linkOf(element, formatIn(element, format)) : formatIn(element, format)
  // A tab of Word's is a stretch of no-break spaces.
  if (stylesOf(element)['mso-tab-count'] || element.className === 'Apple-converted-space')
    return [{ html: ' ', format, text: true }]
  const heading = headingOf(element)
  const pieces = insideOf(element, heading ? { ...inside, bold: false } : inside, pictures)
  if (heading) return [{ block: paragraphs(pieces, heading) }]
  if (localName === 'blockquote')
    return [{ block: paragraphs(pieces).replace(/^(?=.)([\s\S]*)$/, '<blockquote>$1</blockquote>') }]
  return LOOSE_BLOCKS.has(localName) ? [{ block: paragraphs(pieces) }] : pieces
}

/**
 * Pasted HTML with what the editor keeps of it: paragraphs, headings, lists, tables, links, pictures that can come along, bold,
 * italic, underlined, struck, raised and lowered text. Word, Outlook, Google Docs, Pages and LibreOffice write each in a way of
 * their own; classes, styles, comments and elements of theirs leave nothing. `body` is changed.
 */
export function cleanPasted(body: Element, pictures: Pictures): string {
  makeLists(body)
  const pieces = insideOf(body, PLAIN, pictures)
  // A few words are pasted into a line.
  return pieces.every(isRun) ? inlineOf(pieces) : paragraphs(pieces)
}

/** Runs with the spaces at their ends, which part them from the words around the cursor. */
function inlineOf(runs: readonly Run[]): string {
  const line = lineOf(runs)
  if (line === '') return ''
  const [first, last] = [runs[0], runs.at(-1)]
  const starts = first?.text && /^[ \t\r\n]/.test(first.html) ? ' ' : ''
  return starts + line + (last?.text && /[ \t\r\n]$/.test(last.html) ? ' ' : '')
}
