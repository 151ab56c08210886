import pg from 'pg'
import { messageOf } from '#server/errors.ts'
import { isLoopback } from './loopback.ts'
import { ConfigError } from './setting-fields.ts'

/** Addresses of everything this server talks to, by the names of their settings. */
interface Addresses {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  SMTP_URL?: string | undefined
  S3_URL?: string | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  SCAN_SOCKET?: string | undefined
  ALLOW_PLAIN_TLS?: '0' | '1' | undefined
}

/** How data that leaves this machine is protected on its way. */
export interface Encryption {
  /** Whether the mail server must offer STARTTLS: without it, nothing is sent. */
  mailNeedsTls: boolean
  /** Settings whose connections may be read on their way, since ALLOW_PLAIN_TLS says so. */
  plain: string[]
}

const OWN_CA = 'and &sslrootcert=/path/to/ca.pem if the certificate is from an authority of your own'

/** The problem of an address of a database, as the driver itself reads it. */
function databaseProblem(url: string): string | null {
  let client: pg.Client
  try {
    client = new pg.Client({ connectionString: url })
  } catch (error) {
    return `cannot be used: ${messageOf(error)}`
  }
  // The driver's types are incomplete: an object holds the options of a TLS connection.
  const { host, ssl } = client as { host: string; ssl: boolean | { rejectUnauthorized?: boolean } }
  if (host.startsWith('/') || isLoopback(host)) return null
  if (!ssl) return `leads to another machine without TLS. Add ?sslmode=verify-full, ${OWN_CA}`
  const trusts = typeof ssl === 'object' && ssl.rejectUnauthorized === false
  return trusts ? `accepts any certificate. Use sslmode=verify-full, ${OWN_CA}` : null
}

/** Options of SMTP_URL that neither weaken TLS nor lead elsewhere. */
const MAIL_OPTIONS = new Set([
  ...['name', 'localAddress', 'authMethod', 'pool', 'maxConnections', 'maxMessages', 'rateDelta', 'rateLimit'],
  ...['tls.servername', 'tls.minVersion'],
])

function mailProblem(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  if (isLoopback(hostname)) return null
  const option = [...searchParams.keys()].find((name) => !MAIL_OPTIONS.has(name))
  return option === undefined ? null : `has the option ${option}, with which TLS would not be certain`
}

function webProblem(url: string): string | null {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname) ? null : 'must be an https address outside this machine'
}

/** The protocol of clamd has no encryption: only this machine will do. */
const scanProblem = (at: string) =>
  at.startsWith('/') || isLoopback(new URL(`tcp://${at}`).hostname)
    ? null
    : 'leads to another machine, and the protocol of the scanner has no encryption'

const PROBLEMS = {
  DATABASE_URL: databaseProblem,
  DATABASE_DIRECT_URL: databaseProblem,
  DATABASE_READ_URL: databaseProblem,
  SMTP_URL: mailProblem,
  S3_URL: webProblem,
  OTEL_EXPORTER_OTLP_ENDPOINT: webProblem,
  SCAN_SOCKET: scanProblem,
} as const
const NAMES = Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[] // the names of an object of ours

/**
 * Demands TLS with a checked certificate of every connection that leaves this machine, unless ALLOW_PLAIN_TLS
 * is 1. Throws ConfigError, which names each setting and the remedy.
 */
export function encryptionOf(set: Addresses): Encryption {
  const problems = NAMES.flatMap((name) => {
    const at = set[name]
    const problem = at ? PROBLEMS[name](at) : null
    return problem === null ? [] : [{ name, problem }]
  })
  const toMail = set.SMTP_URL && !isLoopback(new URL(set.SMTP_URL).hostname)
  if (set.ALLOW_PLAIN_TLS === '1') {
    const plain = new Set<string>(problems.map(({ name }) => name))
    if (toMail && new URL(set.SMTP_URL ?? '').protocol === 'smtp:') plain.add('SMTP_URL')
    return { mailNeedsTls: false, plain: [...plain] }
  }
  if (problems.length > 0) {
    const lines = problems.map(({ name, problem }) => `${name} ${problem}`)
    throw new ConfigError(
      `${lines.join('\n')}\nPasswords and data of clients would cross a network unprotected; ALLOW_PLAIN_TLS=1 allows it all the same.`,
    )
  }
  return { mailNeedsTls: Boolean(toMail), plain: [] }
}
