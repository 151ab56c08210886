/** Why a mail was not sent, in words for staff. Retrying a permanent failure is pointless. */
export interface MailFailure {
  permanent: boolean
  reason: string
}

/** Thrown when we refuse to send a mail: the mail server never saw it. */
export class MailRefused extends Error {}

const MAX_REASON = 400

const CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'The mail server cannot be reached: connection refused',
  ECONNRESET: 'The mail server closed the connection',
  ECONNECTION: 'The mail server closed the connection',
  ENOTFOUND: 'The mail server cannot be found',
  EDNS: 'The mail server cannot be found',
  EAI_AGAIN: 'The mail server cannot be found',
  ETIMEDOUT: 'The mail server did not answer in time',
  EHOSTUNREACH: 'The mail server cannot be reached',
  ENETUNREACH: 'The mail server cannot be reached',
  ETLS: 'The secure connection to the mail server failed',
  ESOCKET: 'The connection to the mail server failed',
  EPROTOCOL: 'The mail server sent an unexpected reply',
  EAUTH: 'The mail server refused the login',
  ENOAUTH: 'The mail server requires a login',
  EABORT: 'Sending was interrupted',
  ESTREAM: 'An attachment could not be read',
}

interface Reply {
  code: string
  cause: string
  command: string
  response: string
  responseCode: number
}

function replyOf(error: Error): Reply {
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? value : ''
  }
  const responseCode: unknown = Reflect.get(error, 'responseCode')
  const { cause } = error
  return {
    code: text('code'),
    cause: cause instanceof Error && 'code' in cause ? String(cause.code) : '',
    command: text('command'),
    response: text('response'),
    responseCode: typeof responseCode === 'number' ? responseCode : 0,
  }
}

const tidy = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)

/**
 * Classifies a failed attempt. Permanent: a mail or recipient rejected with 5xx, and our own refusals.
 * Temporary: 4xx, an unreachable server, a refused login.
 */
export function explainFailure(error: unknown): MailFailure {
  if (error instanceof MailRefused) return { permanent: true, reason: tidy(error.message) }
  if (!(error instanceof Error)) return { permanent: false, reason: 'Sending failed' }
  const { code, cause, command, response, responseCode } = replyOf(error)
  const aboutMail = /^(?:MAIL|RCPT|DATA|BDAT)/.test(command)
  // 503 (bad sequence) blames the conversation, not the mail; a failed login or greeting does not blame the
  // mail either.
  if (responseCode >= 500 && responseCode !== 503 && aboutMail) {
    return { permanent: true, reason: tidy(`Rejected by the mail server: ${response}`) }
  }
  if (responseCode >= 400 && aboutMail)
    return { permanent: false, reason: tidy(`Deferred by the mail server: ${response}`) }
  if (code === 'EENVELOPE') return { permanent: true, reason: tidy(`Invalid address: ${error.message}`) }
  if (code === 'EMESSAGE') return { permanent: true, reason: tidy(error.message) }
  // nodemailer wraps Node's error in a vague 'ESOCKET'.
  const node = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.exec(
    `${cause} ${error.message}`,
  )?.[1]
  const known = CONNECTION[node ?? ''] ?? CONNECTION[code]
  return { permanent: false, reason: tidy(`${known ?? 'Sending failed'}${response ? `: ${response}` : ''}`) }
}
