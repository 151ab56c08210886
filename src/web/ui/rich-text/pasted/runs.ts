import type { Format } from './styles.ts'

/** A stretch of a line: escaped text, or an element without content such as a line break or a picture. */
export interface Run {
  html: string
  format: Format
  /** True for text, whose spaces shrink. */
  text: boolean
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** A text that shows nothing: spaces of any kind. */
export const isBlankText = (text: string) => /^[\s\u200b]*$/.test(text)

/** Runs with one space where there were several, and none at the ends of a line. */
function shrink(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  let spaced = true
  for (const run of runs) {
    const html = run.text ? run.html.replaceAll(/[ \t\r\n\f]+/g, ' ') : run.html
    const own: string = run.text && spaced ? html.replace(/^ /, '') : html
    if (own === '') continue
    spaced = run.text ? own.endsWith(' ') : own === '<br>'
    kept.push({ ...run, html: own })
  }
  while (kept.length > 0) {
    const last = kept.at(-1)
    if (!last) break
    if (last.html === '<br>') kept.pop()
    else if (last.text && last.html.trimEnd() === '') kept.pop()
    else {
      if (last.text) last.html = last.html.replace(/ $/, '')
      break
    }
  }
  return kept
}

const same = (one: Format, other: Format) =>
  (Object.keys(one) as (keyof Format)[]).every((key) => one[key] === other[key])

function wrapped(html: string, { bold, italic, underline, strike, raised, code, link }: Format): string {
  let inside = html
  const wrap = (name: string | null | false) => {
    if (name) inside = `<${name}>${inside}</${name}>`
  }
  wrap(code && 'code')
  wrap(raised)
  wrap(strike && 's')
  // Links are underlined as it is.
  wrap(underline && link === null && 'u')
  wrap(italic && 'em')
  wrap(bold && 'strong')
  return link === null ? inside : `<a href="${escaped(link)}">${inside}</a>`
}

/** The HTML of runs, those of one format together; '' if they show nothing. */
export function lineOf(runs: readonly Run[]): string {
  const shown = shrink(runs)
  if (shown.every(({ html, text }) => text && isBlankText(html.replaceAll('&nbsp;', ' ')))) return ''
  let out = ''
  for (let at = 0; at < shown.length; ) {
    const first = shown[at]
    if (!first) break
    let html = ''
    for (; at < shown.length && same(shown[at]?.format ?? first.format, first.format); at++) html += shown[at]?.html
    const [, before = '', inside = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(html) ?? []
    // A space at the edge of bold text stands outside of it.
    out += before + (inside && wrapped(inside, first.format)) + after
  }
  return out
}
