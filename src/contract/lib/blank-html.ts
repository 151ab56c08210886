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
  const text = textOf(html).replace(/&(?:nbsp|#160|#xa0|zwnj);?/gi, '')
  return text.replace(/[\s\u00a0\u200b-\u200d\u2060\ufeff]/g, '') === ''
}
