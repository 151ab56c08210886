import { randomBytes } from 'node:crypto'
import { MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { escapeLines } from '#server/html/escape-html.ts'
import { plainText } from '#server/html/plain-text.ts'
import { recipientsOf, replyTokensOf, senderOf } from './addresses.ts'
import { bounceOf } from './bounce.ts'
import { contentHash } from './content-hash.ts'
import { type Contents, contentsOf, type Piece } from './contents.ts'
import { decodeWords } from './encoded-words.ts'
import { firstValue, readFields } from './header-fields.ts'
import { inReplyToOf, messageIdOf, referencesOf } from './identifiers.ts'
import type { MailHeader, NestedMail, OwnPicture, ParsedMail, ReadingOptions } from './incoming-mail.ts'
import { authenticationOf, automaticOf, isReport, protectionOf } from './kinds-of-mail.ts'
import { LeftOut, MAX_FILES, MAX_MAIL_SIZE, MAX_SUBJECT, MAX_TEXT } from './limits.ts'
import { contentIdOf, fileOf, isMail, isNoPaper, type MailFile } from './mail-files.ts'
import { bytesOf, newReading, type Part, type Reading, readParts } from './mime-parts.ts'
import { readStructured } from './parameters.ts'
import { markQuotes, QUOTE_MARK, splitQuoted } from './quoted.ts'
import { sentAtOf } from './sent-at.ts'
import { type OwnPictures, type ShownHtml, showHtml } from './show-html.ts'
import { cutText, oneLine, storable } from './text-forms.ts'

const subjectOf = ({ fields }: Part) => oneLine(decodeWords(firstValue(fields, 'subject')))

/** What the header says; the limits of the whole mail are in `leftOut` by then. */
function headerOf(root: Part, leftOut: Set<string>, { authserv = null }: ReadingOptions): MailHeader {
  const { fields } = root
  const hash = contentHash(root)
  const { from, isSingle } = senderOf(fields)
  const subject = cutText(subjectOf(root), MAX_SUBJECT)
  if (subject.isCut) leftOut.add(LeftOut.SUBJECT)
  const header = {
    isMail: fields.length > 0,
    messageId: messageIdOf(fields) ?? `<${hash}@missing>`,
    inReplyTo: inReplyToOf(fields),
    references: referencesOf(fields, leftOut),
    from,
    isFromSingle: isSingle,
    ...recipientsOf(fields, leftOut),
    replyTokens: replyTokensOf(fields),
    subject: subject.text,
    sentAt: sentAtOf(firstValue(fields, 'date')),
    automatic: automaticOf(root),
    authentication: authenticationOf(fields, authserv),
    contentHash: hash,
  }
  return { ...header, leftOut: Object.values(LeftOut).filter((each) => leftOut.has(each)) }
}

const view = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)

/** What the header of a mail says whose rest is not read. */
export function parseHeader(raw: Uint8Array, options: ReadingOptions = {}): ParsedMail {
  const data = view(raw)
  const { budget, leftOut } = newReading()
  leftOut.add(LeftOut.SIZE)
  const { fields, body } = readFields(data, 0, data.length, budget, leftOut)
  const type = readStructured(firstValue(fields, 'content-type'))
  const disposition = readStructured('')
  const root = { fields, type, disposition, parts: [], raw: data.subarray(body), isUnread: true, levels: 0 }
  const bodies = { text: '', topText: '', quotedText: '', forwardedText: null, html: null, htmlWithPictures: null }
  const nothing = { ...bodies, remotePictures: 0, bounce: null, files: [], nested: [], pictures: [] }
  return { ...headerOf(root, leftOut, options), protection: protectionOf(root, ''), ...nothing }
}

/** Cut to what is kept of a text; what is beyond is said. */
function kept(text: string, leftOut: Set<string>): string {
  const cut = cutText(storable(text), MAX_TEXT)
  if (cut.isCut) leftOut.add(LeftOut.TEXT)
  return cut.text
}

const NO_PICTURES: OwnPictures = { addressOf: () => null }

/** The plain text of a piece, which may have the mark of its quoted part. */
function textOfPiece({ text, html }: Piece, leftOut: Set<string>): string {
  if (html === null || (text !== null && text.trim() !== '')) return kept(text ?? '', leftOut)
  return plainText(showHtml(markQuotes(kept(html, leftOut)), NO_PICTURES).bare)
}

const textOfPieces = (pieces: readonly Piece[], leftOut: Set<string>): string =>
  kept(
    pieces
      .map((piece) => textOfPiece(piece, leftOut))
      .join('\n')
      .replaceAll('\r\n', '\n'),
    leftOut,
  )

/** The HTML of a mail for showing; null for a plain one. Cleaning may make it longer, by entities: then it is cut again. */
function htmlOfPieces(pieces: readonly Piece[], own: OwnPictures, leftOut: Set<string>): ShownHtml | null {
  if (pieces.every(({ html }) => html === null)) return null
  let source = kept(pieces.map(({ text, html }) => html ?? `<p>${escapeLines(text ?? '')}</p>`).join('\n'), leftOut)
  for (let round = 0; round < 5; round++) {
    const shown = showHtml(source, own)
    const longest = Math.max(shown.html.length, shown.withPictures?.length ?? 0)
    if (longest <= MAX_TEXT || !cutText(shown.withPictures ?? shown.html, MAX_TEXT).isCut) return shown
    leftOut.add(LeftOut.TEXT)
    source = source.slice(0, Math.floor((source.length * MAX_TEXT * 0.95) / longest))
  }
  return null
}

/** The addresses under which the text shows pictures of the mail, and those that it does show. */
function ownPictures(parts: readonly Part[]) {
  // Nobody can write such an address beforehand.
  const base = `https://${randomBytes(16).toString('hex')}.invalid`
  const byId = new Map(parts.map((part, at) => [contentIdOf(part), at]))
  const shown = new Set<number>()
  const addressOf = (id: string) => {
    const at = byId.get(id)
    const part = at === undefined ? undefined : parts[at]
    if (at === undefined || !part || id === '' || part.raw.length > 2 * MAX_IMAGE_SIZE) return null
    shown.add(at)
    return `${base}/${at}`
  }
  return { own: { addressOf }, shown, address: (at: number) => `${base}/${at}` }
}

/** The attached mails, one level deep: what they say, and the parts of their files. */
function readNested(parts: readonly Part[], reading: Reading): { nested: NestedMail[]; files: Map<Part, Part[]> } {
  const files = new Map<Part, Part[]>()
  const nested: NestedMail[] = []
  for (const part of parts.filter(isMail)) {
    const root = readParts(view(bytesOf(part)), reading, part.levels)
    const inner: Contents = contentsOf(root)
    const text = textOfPieces(inner.pieces, reading.leftOut).replaceAll(QUOTE_MARK, '')
    nested.push({ subject: cutText(subjectOf(root), MAX_SUBJECT).text, text })
    files.set(part, inner.files)
  }
  return { nested, files }
}

/**
 * Reads a mail but for its pictures, which `putPictures` puts in. Never throws for broken input. A mail of more than 25
 * MB has its header only.
 */
export async function parseMail(raw: Uint8Array, options: ReadingOptions = {}): Promise<ParsedMail> {
  if (raw.byteLength > MAX_MAIL_SIZE) return parseHeader(raw, options)
  const reading = newReading()
  const { leftOut } = reading
  const root = readParts(view(raw), reading)
  const { pieces, files: parts } = contentsOf(root)
  const protection = protectionOf(root, pieces[0]?.text ?? '')
  const readable = protection === 'encrypted' ? [] : pieces
  const marked = textOfPieces(readable, leftOut)
  const { own, shown, address } = ownPictures(parts)
  const html = htmlOfPieces(readable, own, leftOut)
  const { nested, files: inner } = isReport(root)
    ? { nested: [], files: new Map<Part, Part[]>() }
    : readNested(parts, reading)

  const pictures: OwnPicture[] = []
  const listed: Part[] = []
  for (const [at, part] of parts.entries()) {
    if (shown.has(at) && pictures.length < MAX_FILES) pictures.push({ address: address(at), file: await fileOf(part) })
    else listed.push(...(inner.get(part) ?? [part]))
  }
  const papers = listed.filter((part) => !isNoPaper(part))
  if (papers.length > MAX_FILES) leftOut.add(LeftOut.FILES)
  const files: MailFile[] = []
  for (const part of papers.slice(0, MAX_FILES)) files.push(await fileOf(part))

  const header = headerOf(root, leftOut, options)
  const split = splitQuoted(marked, header.subject)
  return {
    ...header,
    protection,
    text: marked.replaceAll(QUOTE_MARK, ''),
    topText: split.top,
    quotedText: split.quoted,
    forwardedText: split.forwarded,
    html: html?.html ?? null,
    htmlWithPictures: html?.withPictures ?? null,
    remotePictures: html?.remotePictures ?? 0,
    bounce: bounceOf(root),
    files,
    nested,
    pictures,
  }
}
