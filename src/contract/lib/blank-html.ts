import { isVisible } from './text.ts'

/** Entities of characters that show nothing. */
const BLANK_NAMES =
  /&(?:nbsp|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|hairsp|MediumSpace|zwnj|zwj|lrm|rlm|shy|NoBreak|ZeroWidthSpace|Tab|NewLine|af|ic|it|InvisibleTimes|InvisibleComma|ApplyFunction);?/gi
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi
/** The character of a numbered entity. */
function character(_: string, hex: string | undefined, decimal = '0'): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const SHOWS = /<(?:img|hr|table|picture)\b/i
const NO_TEXT = ['style', 'title']

/** The text between the tags, in linear time: an unclosed tag ends the search. */
function textOf(html: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += html.slice(at, open)
    const name = /^[a-z]+/i.exec(html.slice(open + 1, open + 12))?.[0].toLowerCase() ?? ''
    const end = html.startsWith('<!--', open) ? '-->' : NO_TEXT.includes(name) ? `</${name}` : '>'
    const close = html.indexOf(end, open + 1)
    if (close < 0) return text
    at = close + end.length
    if (end.startsWith('</')) at = html.indexOf('>', at) + 1 || html.length
  }
}

/** True for HTML that shows nothing: no text, Liquid tag, picture or table. */
export function isBlankHtml(html: string): boolean {
  if (SHOWS.test(html)) return false
  return !isVisible(textOf(html).replace(BLANK_NAMES, '').replace(NUMBERED, character))
}
