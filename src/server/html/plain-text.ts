import { compile, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import { LINE_WIDTH, type ShownLink, tidyText, type UnwrappedText } from './wrap-text.ts'

const PLAIN: HtmlToTextOptions = {
  wordwrap: LINE_WIDTH,
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder)
      builder.addInline(' ')
    },
  },
  selectors: [
    ...['title', 'img', 'style', '[style*="display:none"]', '[style*="display: none"]'].map((selector) => ({
      selector,
      format: 'skip',
    })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
}

let shown: ShownLink[] = []

/** Prints a link as the converter does, and notes the words and address it compared. */
const link: FormatCallback = (element, walk, builder) => {
  const address: string = (element.attribs?.href ?? '').replace(/^mailto:/, '')
  if (address === '' || address.startsWith('#')) return walk(element.children, builder)
  let words = ''
  builder.pushWordTransform((word) => {
    words += word
    return word
  })
  walk(element.children, builder)
  builder.popWordTransform()
  if (words === address) return
  shown.push({ words, address })
  builder.addInline(words === '' ? address : ` [${address}]`, { noWordTransform: true })
}

const UNWRAPPED: HtmlToTextOptions = {
  ...PLAIN,
  wordwrap: false,
  formatters: { ...PLAIN.formatters, link },
  selectors: [
    ...(PLAIN.selectors ?? []).filter(({ selector }) => selector !== 'a'),
    { selector: 'a', format: 'link' },
    { selector: 'hr', options: { length: LINE_WIDTH } },
  ],
}

// Compiled once: compiling takes longer than all else here.
const toPlain = compile(PLAIN)
const toLines = compile(UNWRAPPED)

/** The plain text of HTML. */
export const plainText = (html: string): string => tidyText(toPlain(html))

/** Elements whose lines are shorter, or keep their spaces: such lines cannot be wrapped afterwards. */
const INDENTED = /<(?:pre|ul|ol|li|dl|blockquote|wbr)\b/i

/** Text that becomes `plainText` once it is wrapped; null for HTML with lists and other indented lines. */
export function unwrappedText(html: string): UnwrappedText | null {
  if (INDENTED.test(html)) return null
  shown = []
  const lines = toLines(html)
  return { lines, links: shown }
}
