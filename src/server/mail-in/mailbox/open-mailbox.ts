import type { ImapFlow } from 'imapflow'
import { messageOf } from '#server/errors.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { placeOf } from '#server/mail-in/inbox-store.ts'

/** What a connection to a mailbox needs. */
export interface MailboxAddress {
  id: number
  host: string
  port: number
  tls: boolean
  username: string
  folder: string
  /** The sealed password. */
  secret: string
}

/** A mailbox that cannot be read, in words for administrators. */
export class MailboxFailure extends Error {}

/** The port on which a connection begins plain and must be encrypted by STARTTLS. */
const STARTTLS_PORT = 143
/** Bytes of the largest literal that is taken from a server: a mail and what is around it. */
const MOST_LITERAL = 64 * 1024 * 1024
const SECOND = 1_000

const CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'The server refuses the connection',
  ECONNRESET: 'The server closed the connection',
  ENOTFOUND: 'The server cannot be found',
  EAI_AGAIN: 'The server cannot be found',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The server cannot be reached',
  ETIMEDOUT: 'The server did not answer in time',
  CONNECT_TIMEOUT: 'The server did not answer in time',
  GREETING_TIMEOUT: 'The server did not answer in time',
  UPGRADE_TIMEOUT: 'The server did not answer in time',
  NoConnection: 'The server closed the connection',
  EConnectionClosed: 'The server closed the connection',
}
const MOST_WORDS = 300

const textOf = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}
const tidy = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS)

/** Why a mailbox cannot be read, in words for administrators. */
export function explainMailbox(error: unknown): string {
  if (error instanceof MailboxFailure) return error.message
  if (!(error instanceof Error)) return 'The mailbox cannot be read'
  const answer = tidy(textOf(error, 'responseText'))
  if (Reflect.get(error, 'authenticationFailed') === true)
    return answer ? `The server refused the login: ${answer}` : 'The server refused the login'
  const code = textOf(error, 'code')
  const known = CONNECTION[code]
  if (known) return known
  if (/^(?:ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_SSL|HOSTNAME_MISMATCH)/.test(code))
    return tidy(`The connection is not secure: ${messageOf(error)}`)
  return tidy(answer ? `The server answered: ${answer}` : messageOf(error)) || 'The mailbox cannot be read'
}

/**
 * Connects to a mailbox: to its own host only, encrypted unless it says otherwise. `patience` are milliseconds for each
 * step. Throws MailboxFailure and what `explainMailbox` understands.
 */
export async function openMailbox(
  inbox: MailboxAddress,
  { secretsKeys }: { secretsKeys: readonly Buffer[] },
  patience = 30 * SECOND,
): Promise<ImapFlow> {
  const pass = createSeal(secretsKeys).open(inbox.secret, placeOf(inbox.id))
  if (pass === null) throw new MailboxFailure('The password cannot be opened: SECRETS_KEY has changed. Enter it again.')
  // 2 MB of code, which only installations with a mailbox need.
  const { ImapFlow } = await import('imapflow')
  const begins = inbox.tls && inbox.port !== STARTTLS_PORT
  const client = new ImapFlow({
    host: inbox.host,
    port: inbox.port,
    secure: begins,
    doSTARTTLS: inbox.tls && !begins,
    auth: { user: inbox.username, pass },
    logger: false,
    // Compressed data may hold more than it announces.
    disableCompression: true,
    disableAutoIdle: false,
    autoIdleDelay: SECOND,
    maxLiteralSize: MOST_LITERAL,
    maxResponseSize: 2 * MOST_LITERAL,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 300 * SECOND,
  })
  // Errors reject what is under way; one that comes between two commands only ends the connection.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Opens the folder of a mailbox. Throws MailboxFailure. */
export async function openFolder(client: ImapFlow, folder: string, readOnly: boolean) {
  try {
    return await client.mailboxOpen(folder, { readOnly })
  } catch (error) {
    if (error instanceof Error && textOf(error, 'serverResponseCode') === 'NONEXISTENT')
      throw new MailboxFailure(`There is no folder ${folder}`)
    if (error instanceof Error && Reflect.get(error, 'mailboxMissing') === true)
      throw new MailboxFailure(`There is no folder ${folder}`)
    throw error
  }
}
