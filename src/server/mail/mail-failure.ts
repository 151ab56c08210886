/** Why a mail did not leave, in words for staff, and whether trying again can help. */
export interface MailFailure {
  permanent: boolean
  reason: string
}

/** A failure of our own making, found before the mail server was asked. */
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
  EPROTOCOL: 'The mail server answered something unexpected',
  EAUTH: 'The mail server refused the login',
  ENOAUTH: 'The mail server asks for a login',
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
 * Sorts a failed attempt: a mail or recipient that the server refuses for good (5xx) and our own refusals are permanent;
 * what the server puts off (4xx), an unreachable server and a refused login are not.
 */
export function explainFailure(error: unknown): MailFailure {
  if (error instanceof MailRefused) return { permanent: true, reason: tidy(error.message) }
  if (!(error instanceof Error)) return { permanent: false, reason: 'Sending failed' }
  const { code, cause, command, response, responseCode } = replyOf(error)
  const aboutMail = /^(?:MAIL|RCPT|DATA|BDAT)/.test(command)
  // 503 says that the conversation went wrong, not the mail; a login or greeting may be mended without touching the mail.
  if (responseCode >= 500 && responseCode !== 503 && aboutMail) {
    return { permanent: true, reason: tidy(`Refused by the mail server: ${response}`) }
  }
  if (responseCode >= 400 && aboutMail)
    return { permanent: false, reason: tidy(`Put off by the mail server: ${response}`) }
  if (code === 'EENVELOPE') return { permanent: true, reason: tidy(`The address cannot be used: ${error.message}`) }
  if (code === 'EMESSAGE') return { permanent: true, reason: tidy(error.message) }
  // Node's own code says more than the 'ESOCKET' around it.
  const node = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.exec(
    `${cause} ${error.message}`,
  )?.[1]
  const known = CONNECTION[node ?? ''] ?? CONNECTION[code]
  return { permanent: false, reason: tidy(`${known ?? 'Sending failed'}${response ? `: ${response}` : ''}`) }
}
