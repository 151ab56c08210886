import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { FileStore } from '#server/files/files.ts'
import { MailRefused } from './mail-failure.ts'
import { parseFrom } from './mail-from.ts'

/** Somebody in a header of a mail. */
interface Recipient {
  name: string
  address: string
}

/** A mail to one recipient. */
export interface MailToSend {
  /**
   * The part of the Message-ID before the '@': random, and the same for every recipient and attempt, so that
   * mail programs recognise duplicates and nobody can work it out.
   */
  messageId: string
  /** The To header: the client, on copies too. */
  to: Recipient | readonly Recipient[]
  /** The Cc header; none if omitted. */
  cc?: readonly Recipient[]
  /** Address of the delivery. */
  recipient: string
  subject: string
  html: string
  text: string
  date: Date
  attachments: { name: string; contentType: string; storageKey: string }[]
  /** The address at which one click unsubscribes (RFC 8058); for mails with a subscription. */
  unsubscribeUrl?: string | null
  /** The address that answers go to, instead of the usual one. */
  replyTo?: string | null
  /** The mail that it answers, and those before it; a person wrote such a mail. */
  answers?: { inReplyTo: string | null; references: readonly string[] } | null
}

/** A connection to the mail server. */
export interface MailTransport {
  /**
   * Sends the mail; resolves when the mail server has accepted it. Throws errors that explainFailure()
   * understands.
   */
  send(mail: MailToSend, signal?: AbortSignal): Promise<void>
  close(): void
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

function checkedAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new MailRefused(`Not a valid email address: ${address}`)
  return address
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Headers under the signature. RFC 8058 asks for both headers about unsubscribing; the others are the
 * library's. Headers that a mail lacks are skipped.
 */
const SIGNED_HEADERS = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** Headers of what the product sends by itself, so that no program answers it (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const checkedRecipient = ({ name, address }: Recipient) => ({ name: oneLine(name), address: checkedAddress(address) })

const unsubscribeHeaders = (url: string | null) =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

interface OpenAttachment {
  filename: string
  contentType: string
  contentTransferEncoding: 'base64'
  content: Readable
}

/**
 * Opens every attachment and waits for its first bytes, so that unreadable files fail before we contact the
 * server.
 */
async function openAttachments(files: FileStore, attachments: MailToSend['attachments']): Promise<OpenAttachment[]> {
  const open: OpenAttachment[] = []
  try {
    for (const { name, contentType, storageKey } of attachments) {
      const content = files.read(storageKey)
      open.push({ filename: oneLine(name), contentType, contentTransferEncoding: 'base64', content })
      await once(content, 'readable')
    }
    return open
  } catch (error) {
    for (const { content } of open) content.destroy()
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw missing ? new MailRefused(`The attachment ${open.at(-1)?.filename ?? ''} is missing`) : error
  }
}

/** Settings for sending all mails. */
export interface TransportSettings {
  smtpUrl: string
  /** Whether a server without TLS gets no mail, and no login. */
  needsTls?: boolean
  /** 'Name <address>' or an address; so is `replyTo`. */
  from: string
  replyTo?: string | undefined
  /** Signs each mail; `privateKey` is PEM. */
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined
}

/**
 * Sends mails through the server in SMTP_URL. Attachments are read from the file store by the keys in the
 * database; nothing in a mail can make us read another file or URL. `patience` (ms) limits connecting and
 * greeting; later replies may take four times as long.
 */
export function createMailTransport(settings: TransportSettings, files: FileStore, patience = 15_000): MailTransport {
  const from = parseFrom(settings.from)
  const replyTo = settings.replyTo ? parseFrom(settings.replyTo) : undefined
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const transport = createTransport({
    url: settings.smtpUrl,
    requireTLS: settings.needsTls ?? false,
    dkim: settings.dkim && { ...settings.dkim, headerFieldNames: SIGNED_HEADERS },
    connectionTimeout: patience,
    greetingTimeout: patience,
    dnsTimeout: patience,
    socketTimeout: 4 * patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      const [to, cc] = [[mail.to].flat(), mail.cc ?? []].map((list) => list.map(checkedRecipient))
      const answers = mail.answers ?? null
      const envelope = { from: from.address, to: [checkedAddress(mail.recipient)] }
      const attachments = await openAttachments(files, mail.attachments)
      try {
        await transport.sendMail({
          from,
          replyTo: mail.replyTo ? checkedAddress(mail.replyTo) : replyTo,
          to,
          cc,
          ...(answers?.inReplyTo ? { inReplyTo: answers.inReplyTo } : {}),
          ...(answers && answers.references.length > 0 ? { references: [...answers.references] } : {}),
          envelope,
          messageId: `<${mail.messageId}@${domain}>`,
          date: mail.date,
          subject: oneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          headers: {
            ...(answers ? {} : AUTOMATIC),
            ...unsubscribeHeaders(mail.unsubscribeUrl ?? null),
          },
          attachments,
          signal,
        })
      } finally {
        for (const { content } of attachments) content.destroy()
      }
    },
    close: () => transport.close(),
  }
}
