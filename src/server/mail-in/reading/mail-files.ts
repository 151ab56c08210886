import { createHash } from 'node:crypto'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { WRONG_TYPE } from '#contract/orders/set-event.ts'
import { safeFileName, uploadType } from '#server/files/upload-type.ts'
import { nameOf } from './contents.ts'
import { firstValue } from './header-fields.ts'
import { bytesOf, type Part } from './mime-parts.ts'

/** A file of a mail. */
export interface MailFile {
  /** Safe to show and to save under. */
  name: string
  /** The checked type of one that may become a document, else the one that the mail says. */
  contentType: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  bytes: Uint8Array
  state: 'new' | 'refused'
  /** Why it is refused; null for one that is not. */
  reason: string | null
}

export const PACKED_BY_OUTLOOK =
  'Outlook packed the files of this mail into winmail.dat: ask for them as ordinary attachments.'
export const NESTED_MAIL = 'A mail within an attached mail is not read: ask for it by itself.'

const SIGNATURES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/
/** The parts of an encrypted or signed mail that are the mail itself. */
const ENVELOPES = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/

/** Whether a part is no paper: a signature, or the envelope of the text. */
export const isNoPaper = (part: Part): boolean =>
  SIGNATURES.test(part.type.value) || ENVELOPES.test(part.type.value) || /\.(?:p7s|asc)$/i.test(nameOf(part).trim())

export const isMail = ({ type }: Part): boolean => type.value === 'message/rfc822' || type.value === 'message/global'

/** Extensions for files without a name. */
const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'message/rfc822': 'eml',
}

const TYPE = /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,100}$/i

const isPacked = (name: string, type: string) =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type) || name.toLowerCase() === 'winmail.dat'

/** Why a file cannot become a document; null for one that can. */
function refusal(part: Part, name: string, size: number, checked: string | null): string | null {
  if (isPacked(name, part.type.value)) return PACKED_BY_OUTLOOK
  if (isMail(part)) return NESTED_MAIL
  if (size === 0) return EMPTY_FILE
  return checked === null ? WRONG_TYPE : null
}

/** The file in a part, with the checks of uploads. */
export async function fileOf(part: Part): Promise<MailFile> {
  const bytes = bytesOf(part)
  const said = TYPE.test(part.type.value) ? part.type.value : 'application/octet-stream'
  const given = nameOf(part)
  const extension = EXTENSIONS[said]
  const name = safeFileName(given === '' && extension ? `document.${extension}` : given)
  const checked = bytes.length > 0 ? await uploadType(name, bytes) : null
  const reason = refusal(part, name, bytes.length, checked)
  return {
    name,
    contentType: reason === null && checked !== null ? checked : said,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    // A copy: a view of the whole mail would travel with all of it.
    bytes: new Uint8Array(bytes),
    state: reason === null ? 'new' : 'refused',
    reason,
  }
}

/** The Content-ID of a part without its brackets; '' without one. */
export const contentIdOf = ({ fields }: Part): string =>
  firstValue(fields, 'content-id')
    .replaceAll(/^\s*<|>\s*$/g, '')
    .trim()
