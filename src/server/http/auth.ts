import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { covers } from '#contract/accounts/scopes.ts'
import { ACCESS_DENIED, LOGGED_IN_ELSEWHERE, PLEASE_LOG_IN, Role, SEND_A_KEY } from '#contract/accounts/session.ts'
import { AppError, closedToKeys, forbidden, lacksScope } from '#server/errors.ts'
import { requireStepUp, setUpNeeded } from './security/second-factor.ts'
import type { Session } from './session.ts'

/** Whether staff must have a second factor. */
export interface Duty {
  requireSecondFactor: boolean
}

type Admitted = Pick<Session, 'staff' | 'roles' | 'scopes'>
type Rule = Pick<FastifyContextConfig, 'access' | 'scopes' | 'stepUp' | 'beforeSecondFactor'>

/**
 * 401 for a call without a session: without a token, with one that ended, or with a key that cannot be read
 * as one.
 */
function signedOut({ headers }: FastifyRequest): AppError {
  if (headers['user-token']) return new AppError(401, LOGGED_IN_ELSEWHERE)
  return new AppError(401, headers.authorization === undefined ? PLEASE_LOG_IN : SEND_A_KEY)
}

/** The scope of a call that a key lacks; null if it has all. Undefined for a call that is closed to keys. */
const missingScope = ({ scopes }: Rule, granted: readonly string[]) =>
  scopes ? (scopes.find((scope) => !covers(granted, scope)) ?? null) : undefined

/** True if the rule of a route lets the session through. */
export function admits(rule: Rule, session: Admitted): boolean {
  const { access = 'staff' } = rule
  if (session.scopes) return access !== 'admin' && missingScope(rule, session.scopes) === null
  if (access === 'public' || access === 'client') return true
  return session.staff && (access === 'staff' || session.roles.includes(Role.ADMIN))
}

function refusalOf(rule: Rule, { scopes }: Session): AppError {
  if (!scopes) return forbidden(ACCESS_DENIED)
  const missing = missingScope(rule, scopes)
  return missing ? lacksScope(missing) : closedToKeys()
}

/** True for staff who must set up a second factor before they make this call. */
export const lacksFactor = (rule: Rule, session: Session, { requireSecondFactor }: Duty) =>
  requireSecondFactor &&
  session.staff &&
  session.apiKeyId === null &&
  !session.secondFactor &&
  !session.bothFactors &&
  !rule.beforeSecondFactor

/**
 * Checked before every call below /api: denies unless the route's access admits the session. Throws 401 or
 * 403.
 */
export function requireAccess(request: FastifyRequest, session: Session | null, duty: Duty): void {
  const { config } = request.routeOptions
  if (config.access === 'public') return
  if (!session) throw signedOut(request)
  if (!admits(config, session)) throw refusalOf(config, session)
  if (lacksFactor(config, session, duty)) throw setUpNeeded()
  if (config.stepUp) requireStepUp(session, config.stepUp)
}

/**
 * For calls that only some bodies make dangerous: throws 403 with `stepUp` unless the caller confirmed lately
 * that it is them, and 403 with `closed` for API keys, whose holder cannot be asked.
 */
export function requireConfirmed(request: FastifyRequest, closed?: string): void {
  const session = sessionOf(request)
  if (session.apiKeyId !== null) throw closedToKeys(closed)
  requireStepUp(session, 'everybody')
}

/** True for a person, false for an API key. */
export const isPerson = (request: FastifyRequest): boolean => sessionOf(request).apiKeyId === null

/** True for a person, and for a key with this scope: for what a call shows to some keys only. */
export function mayUse(request: FastifyRequest, scope: string): boolean {
  const { scopes } = sessionOf(request)
  return scopes === null || covers(scopes, scope)
}

/** For a call that needs more of a key than its route says: throws 403 for a key without this scope. */
export function requireScope(request: FastifyRequest, scope: string): void {
  if (!mayUse(request, scope)) throw lacksScope(scope)
}

/** The session of a request whose route needs one. Throws 401. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signedOut(request)
  return request.session
}
