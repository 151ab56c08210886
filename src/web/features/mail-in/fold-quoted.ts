/** The text of a mail in its own words and what it quotes below them. */
export interface FoldedText {
  own: string
  /** '' without any. */
  quoted: string
}

/** Lines that say that all below is an earlier mail. */
const BEGINS = [
  /^[\s>]*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|原始邮件|原始郵件|转发的邮件).{0,20}-{2,}/i,
  /^(?:on|am|le|el|il)\s.{3,200}(?:wrote|schrieb.{0,80}|a écrit|escribió|ha scritto)\s*[:：]$/i,
  /^.{3,200}(?:写道|寫道)\s*[:：]$/,
]
const FROM = /^[\s>*]*(?:from|von|de|da|发件人|寄件者)\s*\*?[:：]/i
const SUBJECT = /^[\s>*]*(?:subject|betreff|objet|asunto|oggetto|主题|主旨)\s*\*?[:：]/i
/** Lines in which the header of a quoted mail names its subject. */
const HEAD_LINES = 8

const isHead = (lines: readonly string[], at: number) =>
  FROM.test(lines[at] ?? '') && lines.slice(at + 1, at + HEAD_LINES).some((line) => SUBJECT.test(line))

/** True if nothing but quoted and empty lines follows. */
const isQuotedOn = (lines: readonly string[], at: number) =>
  lines[at]?.startsWith('>') === true && lines.slice(at).every((line) => line.startsWith('>') || line.trim() === '')

/** An attribution may be cut in two lines. */
const begins = (lines: readonly string[], at: number) =>
  [lines[at] ?? '', `${lines[at] ?? ''} ${lines[at + 1] ?? ''}`].some((text) =>
    BEGINS.some((form) => form.test(text.trim())),
  )

/** Parts the text of a mail from what it quotes at its end; quoted lines with answers between them stay. */
export function foldQuoted(text: string): FoldedText {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const at = lines.findIndex((_, index) => begins(lines, index) || isHead(lines, index) || isQuotedOn(lines, index))
  if (at < 0) return { own: text.trimEnd(), quoted: '' }
  const own = lines.slice(0, at).join('\n').trimEnd()
  // A mail of nothing but an earlier one, as a forward, shows it.
  return own.trim() === '' ? { own: text.trimEnd(), quoted: '' } : { own, quoted: lines.slice(at).join('\n').trim() }
}

/** Elements that mail programs put around an earlier mail. */
const QUOTES = 'blockquote, .gmail_quote, .yahoo_quoted, .protonmail_quote, #divRplyFwdMsg, #appendonsend'

/** True if the element has text that is not in its quote, before it and not after. */
function endsWith(body: Element, quote: Element): boolean {
  const text = body.textContent?.trim() ?? ''
  const quoted = quote.textContent?.trim() ?? ''
  return quoted !== '' && text !== quoted && text.endsWith(quoted)
}

/** Puts what HTML quotes at its end behind a line that opens it; without scripts, since it shows in a sandbox. */
export function foldQuotedHtml(html: string, parser: Pick<DOMParser, 'parseFromString'>): string {
  const { body } = parser.parseFromString(html, 'text/html')
  const quote = [...body.querySelectorAll(QUOTES)].find((each) => endsWith(body, each))
  if (!quote) return html
  const details = body.ownerDocument.createElement('details')
  const summary = body.ownerDocument.createElement('summary')
  summary.textContent = 'Quoted text'
  quote.replaceWith(details)
  details.append(summary, quote)
  return body.innerHTML
}
