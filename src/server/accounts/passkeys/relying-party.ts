import { isIP } from 'node:net'
import { AppError } from '#server/errors.ts'

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** The name of its host. */
  id: string
  /** The only origin from which passkeys are accepted. */
  origin: string
}

/**
 * The site of an address. Null where browsers allow no passkeys: without https, except on localhost, and for
 * bare IP addresses.
 */
export function relyingPartyOf(appUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(appUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : null
}

const NEEDS_NAME = 'Passkeys need an APP_URL with https and the name of a host.'

/**
 * The site of `appUrl`, for a call from a page at `origin`. Throws 400 with the right address for any other
 * origin.
 */
export function requireRelyingParty(appUrl: string, origin: string | undefined): RelyingParty {
  const party = relyingPartyOf(appUrl)
  if (!party) throw new AppError(400, NEEDS_NAME)
  if (origin !== undefined && origin !== party.origin)
    throw new AppError(400, `Passkeys work at ${party.origin} only. Please open Quayside there.`)
  return party
}
