import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/setting-fields.ts'
import { errorCode, StartError } from '#server/errors.ts'

const UNTRUSTED = (at: string, message: string) =>
  `the certificate of ${at} is not trusted: ${message}. Name the file of your own authority by &sslrootcert=`

/** Sentences for a database that refuses, by its code; `at` is host and port, without user and password. */
const REFUSALS: Record<string, (at: string, message: string) => string> = {
  ECONNREFUSED: (at) => `nothing answers at ${at}. Is PostgreSQL running there?`,
  ENOTFOUND: (at) => `the host of ${at} is unknown`,
  EAI_AGAIN: (at) => `the host of ${at} is unknown`,
  ETIMEDOUT: (at) => `${at} does not answer`,
  EHOSTUNREACH: (at) => `${at} cannot be reached`,
  ENETUNREACH: (at) => `${at} cannot be reached`,
  '28P01': (at) => `${at} refuses the user or the password`,
  '28000': (at, message) => `${at} refuses the login: ${message}`,
  '3D000': (at, message) => `${at} has no such database: ${message}`,
  '42501': (at, message) =>
    `at ${at} the role lacks a privilege: ${message}. See 'Rights in the database' in docs/operations.md`,
  '53300': (at, message) => `${at} has no free connection: ${message}`,
  '57P03': (at, message) => `${at} is not accepting connections: ${message}`,
  ...Object.fromEntries(
    [
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ].map((code) => [code, UNTRUSTED]),
  ),
}
/** Message of the driver, without a code, when TLS is demanded of a server that has none. */
const NO_TLS = 'The server does not support SSL connections'

function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 5432}`
}

/** The first error of several: Node reports all addresses of a host it tried as one error. */
const single = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error)

/** The first refusal of a database among an error and its causes. */
function refusal(error: unknown): Error | undefined {
  const found = single(error)
  if (!(found instanceof Error)) return undefined
  return errorCode(found) in REFUSALS || found.message === NO_TLS ? found : refusal(found.cause)
}

/**
 * Why something could not start, in words that name the setting; undefined for unforeseen errors. Of an
 * address, only host and port are told.
 */
export function reasonOf(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}`
  if (error instanceof StartError) return error.message
  if (error instanceof Error && error.message.startsWith('unsupported startup parameter'))
    return 'DATABASE_URL points to a pooler. Also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
  const refused = refusal(error)
  if (!refused || !config?.databaseUrl) return undefined
  const [setting, url] = config.databaseDirectUrl
    ? ['DATABASE_DIRECT_URL', config.databaseDirectUrl]
    : ['DATABASE_URL', config.databaseUrl]
  if (refused.message === NO_TLS) return `${setting}: ${hostOf(url)} offers no TLS, which sslmode demands`
  return `${setting}: ${REFUSALS[errorCode(refused)]?.(hostOf(url), refused.message)}`
}

/** `reasonOf`, with the stack of unforeseen errors. */
export const whyNotStarted = (error: unknown, config: Config | undefined): string =>
  reasonOf(error, config) ??
  `Quayside could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
