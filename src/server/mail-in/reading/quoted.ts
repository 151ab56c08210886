/** The text of a mail in what its sender wrote, what it quotes, and what it forwards. */
export interface SplitText {
  /** The reply's own words. */
  top: string
  /** The quoted part; '' without one. */
  quoted: string
  /** The text of a forwarded mail; null if none is. */
  forwarded: string | null
}

/** A sign that no mail has: where the HTML says that the quoted part begins. */
export const QUOTE_MARK = '\ue0f2'

const FORWARD_SUBJECT = /^(?:re|aw|sv|antw|回复|答复)?[:：]?\s*(?:fwd?|fw|wg|tr|rv|enc|i|vs|转发|轉寄|轉發)\s*[:：]/i

const ORIGINAL =
  /^[\s>*|]*-{2,}[\s\u00a0]*(?:original message|original appointment|original|replied message|reply message|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|原始邮件|原始郵件|原邮件|邮件原件|回复的原邮件)[\s\u00a0]*-{2,}/i
const FORWARD =
  /^[\s>*|]*(?:-{2,}[\s\u00a0]*(?:forward(?:ed|ing)? (?:messages?|mail)(?: from .{1,200})?|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|转发的邮件|转发邮件信息|转发邮件|轉寄郵件|轉寄的郵件)[\s\u00a0]*-{2,}|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du (?:message|mail) (?:transféré|réexpédié)|开始转发的邮件|下面是被转发的邮件)\s*[:：]\s*$)/i

/** Lines by which a program says whose text follows: 'On Nov 28, 2026, at 10:00, Anna <a@b> wrote:'. */
const ATTRIBUTIONS = [
  /^(?:on|at)\s.*\d.*\bwrote\s*[:：]$/i,
  /^.{1,200}<[^<>\s]+@[^<>\s]+>\s*(?:wrote|schrieb|a écrit)\s*[:：]$/i,
  /^.{1,200}\bwrote on\s.*\d.*[:：]$/i,
  /^am\s.*\d.*\bschrieb\b.*[:：]$/i,
  /^.{1,200}\bschrieb am\s.*\d.*[:：]$/i,
  /^le\s.*\d.*\ba\s+écrit\s*[:：]$/i,
  /^el\s.*\d.*\bescribió\s*[:：]$/i,
  /^(?:il|in data)\s.*\d.*\bha scritto\s*[:：]$/i,
  /^op\s.*\d.*\bschreef\b.*[:：]$/i,
  /^em\s.*\d.*\bescreveu\s*[:：]$/i,
  /^.*\d.*(?:写道|寫道|写到)\s*[:：]$/,
]
const ENDS_ATTRIBUTION = /[:：]\s*$/
const MAX_ATTRIBUTION = 500

/** Fields of the header that programs write above a quoted mail, in the languages of the usual ones. */
const HEAD = {
  from: /^(?:from|von|de|da|van|发件人|发件者|寄件者|寄件人|差出人)\s*[:：|]/i,
  subject: /^(?:subject|betreff|objet|asunto|oggetto|onderwerp|主题|主旨|主題|件名)\s*[:：|]/i,
  sent: /^(?:sent|date|gesendet|datum|envoyé(?: le)?|fecha|enviado|data|inviato|verzonden|发送时间|发送日期|发件时间|时间|日期|寄件日期|送信日時|日時)\s*[:：|]/i,
  to: /^(?:to|an|à|para|a|aan|收件人|收件者|宛先)\s*[:：|]/i,
} as const
type HeadField = keyof typeof HEAD
const HEAD_FIELDS = Object.keys(HEAD) as HeadField[] // its own keys
/** Lines within which such a header has its fields. */
const HEAD_LINES = 10

/** A line without the signs of bold text, tables and quotes around a field's name. */
const bare = (line: string) =>
  line
    .replace(/^[\s>*|\u00a0]+/, '')
    .replace(/^([^:：]{1,20}?)\*+\s*([:：])/, '$1$2')
    .replace(/([:：])\*+/, '$1')

/**
 * Whether the header of a quoted mail begins with this line: From and Subject, with Sent or To. Cargo that goes 'From:
 * Ningbo, To: Vancouver' has no subject.
 */
function isHead(lines: readonly string[], at: number): boolean {
  const first = bare(lines[at] ?? '')
  if (!HEAD_FIELDS.some((field) => HEAD[field].test(first))) return false
  const found = new Set<HeadField>()
  let blank = 0
  for (let next = at; next < Math.min(at + HEAD_LINES, lines.length) && blank < 3; next++) {
    const line = bare(lines[next] ?? '')
    if (line === '') blank++
    for (const field of HEAD_FIELDS) if (HEAD[field].test(line)) found.add(field)
  }
  return found.has('from') && found.has('subject') && (found.has('sent') || found.has('to'))
}

/** The number of lines of an attribution that begins with this line, at most four; 0 for none. */
function attributionLines(lines: readonly string[], at: number): number {
  let text = ''
  for (let length = 1; length <= 4; length++) {
    const line = (lines[at + length - 1] ?? '').trim()
    if (line === '' || line.startsWith('>')) return 0
    text = text === '' ? line : `${text} ${line}`
    if (text.length > MAX_ATTRIBUTION) return 0
    if (ENDS_ATTRIBUTION.test(line) && ATTRIBUTIONS.some((form) => form.test(text))) return length
  }
  return 0
}

const isQuote = (line: string) => line.startsWith('>')
const isRule = (line: string) => /^\s*_{10,}\s*$/.test(line)

/** The next line that is not blank. */
function nextLine(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && (lines[next] ?? '').trim() === '') next++
  return next
}

interface Found {
  /** Whether everything that follows is quoted; else only the lines with `>`. */
  isWhole: boolean
  isForward: boolean
  lines: number
}

/** What begins with this line, if it is a quoted part. */
function quoteAt(lines: readonly string[], at: number): Found | null {
  const line = lines[at] ?? ''
  if (isQuote(line)) return { isWhole: false, isForward: false, lines: 1 }
  if (line.startsWith(QUOTE_MARK))
    return { isWhole: true, isForward: FORWARD.test(lines[nextLine(lines, at + 1)] ?? ''), lines: 0 }
  if (FORWARD.test(line)) return { isWhole: true, isForward: true, lines: 1 }
  if (ORIGINAL.test(line) || isHead(lines, at)) return { isWhole: true, isForward: false, lines: 0 }
  if (isRule(line) && isHead(lines, nextLine(lines, at + 1))) return { isWhole: true, isForward: false, lines: 0 }
  const attribution = attributionLines(lines, at)
  if (attribution === 0) return null
  const isWhole = !isQuote(lines[nextLine(lines, at + attribution)] ?? '')
  return { isWhole, isForward: false, lines: isWhole ? 0 : attribution }
}

const trimmed = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll(QUOTE_MARK, '')
    .replace(/^\s*\n/, '')
    .trimEnd()

/**
 * Splits the text of a mail as the usual programs write it: Gmail, Outlook, Apple Mail, Thunderbird, Foxmail, QQ Mail,
 * 163 and others, in several languages. What stands between lines with `>` belongs to the reply's own words.
 */
export function splitQuoted(text: string, subject: string): SplitText {
  // The mark of the HTML begins a line of its own.
  const lines = text.replaceAll('\r\n', '\n').replace(QUOTE_MARK, `\n${QUOTE_MARK}`).split('\n')
  const top: string[] = []
  const quoted: string[] = []
  let isForward = FORWARD_SUBJECT.test(subject)
  for (let at = 0; at < lines.length; ) {
    const found = quoteAt(lines, at)
    if (found?.isWhole) {
      isForward ||= found.isForward
      quoted.push(...lines.slice(at + found.lines))
      break
    }
    const end = at + (found?.lines ?? 1)
    for (; at < end; at++) (found ? quoted : top).push(lines[at] ?? '')
  }
  const below = trimmed(quoted)
  return { top: trimmed(top), quoted: below, forwarded: isForward && below !== '' ? below : null }
}

/** Elements by which programs mark the quoted part of their HTML. */
const MARKED =
  /<(?:div|blockquote|hr|span|table|p)\b[^>]{0,400}?(?:class=["']?[^"'>]{0,200}\b(?:gmail_quote|moz-cite-prefix|moz-forward-container|yahoo_quoted|protonmail_quote|zmail_extra|ntes-mailmaster-quote)|id=["']?(?:x_)*(?:appendonsend|divRplyFwdMsg|stopSpelling|isReplyContent|_origbody|mail-editor-reference-message-container|ntes-pcmail-quote|origbody)\b|type=["']?cite\b)/gi

/** HTML with a mark before each element that begins a quoted part. */
export const markQuotes = (html: string): string =>
  html.replaceAll(QUOTE_MARK, '').replaceAll(MARKED, (tag) => `${QUOTE_MARK}${tag}`)
