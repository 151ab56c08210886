import { decodeText } from './charsets.ts'
import { unflowed } from './flowed-text.ts'
import { isReport } from './kinds-of-mail.ts'
import { bytesOf, type Part } from './mime-parts.ts'
import { byteText } from './text-forms.ts'

/** A piece of what a mail says, in one or both forms. */
export interface Piece {
  text: string | null
  html: string | null
}

/** What a mail consists of: its text in pieces, and its other leaves in their order. */
export interface Contents {
  pieces: Piece[]
  files: Part[]
}

/** The name that a part gives its file; '' without one. */
export const nameOf = ({ disposition, type }: Part): string =>
  disposition.parameters.get('filename') || type.parameters.get('name') || ''

/** The charset that HTML names itself, where its part does not. */
const META = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w.:-]{2,40})/i

/** The text of a leaf. */
export function textOf(part: Part): string {
  const bytes = bytesOf(part)
  const { parameters, value } = part.type
  const named = parameters.get('charset') ?? null
  const inside = value === 'text/html' && named === null ? META.exec(byteText(bytes.subarray(0, 4096)))?.[1] : null
  // HTML that we can read this far is in no encoding of two bytes, whatever it says.
  const text = decodeText(bytes, named ?? (inside && !/^utf-?16/i.test(inside) ? inside : null))
  const isFlowed = value === 'text/plain' && parameters.get('format')?.toLowerCase() === 'flowed'
  return isFlowed ? unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text
}

const isText = ({ type }: Part) => type.value === 'text/plain' || type.value === 'text/html'
const isBody = (part: Part, root: Part) =>
  isText(part) && part.disposition.value !== 'attachment' && (nameOf(part) === '' || part === root)

const joinForms = (pieces: readonly Piece[], form: keyof Piece): string | null => {
  const texts = pieces.flatMap((piece) => piece[form] ?? [])
  return texts.length === 0 ? null : texts.join('\n')
}

/** What a mail's parts are. Of alternatives, both forms are one piece. */
export function contentsOf(root: Part): Contents {
  const read = (part: Part): Contents => {
    if (part.isUnread || part.type.value === 'multipart/encrypted') return { pieces: [], files: [] }
    if (part.parts.length === 0) {
      if (!isBody(part, root)) return { pieces: [], files: [part] }
      const text = textOf(part)
      return {
        pieces: [part.type.value === 'text/html' ? { text: null, html: text } : { text, html: null }],
        files: [],
      }
    }
    const inner = part.parts.map(read)
    const pieces = inner.flatMap((each) => each.pieces)
    const files = inner.flatMap((each) => each.files)
    if (part.type.value !== 'multipart/alternative') return { pieces, files }
    const one = { text: joinForms(pieces, 'text'), html: joinForms(pieces, 'html') }
    return {
      pieces: one.text === null && one.html === null ? [] : [one],
      files: files.filter((each) => !isOtherForm(each)),
    }
  }
  const { pieces, files } = read(root)
  return { pieces, files: isReport(root) ? files.filter((part) => !isOfReport(part)) : files }
}

/** The parts of a report: what became of a mail, and that mail. */
const isOfReport = ({ type }: Part) => /^message\/|^text\/rfc822-headers$/.test(type.value)

/** A text in yet another form, such as AMP: no paper. Calendars are one. */
const isOtherForm = (part: Part) =>
  part.type.value.startsWith('text/') && part.type.value !== 'text/calendar' && nameOf(part) === ''
