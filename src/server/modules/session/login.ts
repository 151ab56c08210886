import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { LoginReply } from '#contract/session/session.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findByEmail, findSessionUser, startSession } from '#server/accounts/sessions.ts'
import { AppError } from '#server/errors.ts'
import { actorOf } from '#server/http/app-types.ts'
import type { Limit } from '#server/http/rate-limits.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

export interface LoginLimits {
  account: Limit
  address: Limit
}

/** Checks the password and starts a session. An unknown login and a wrong password give one answer in the same time. */
export async function login(
  { db }: Services,
  limits: LoginLimits,
  request: FastifyRequest,
  body: { login: string; password: string; rememberMe: boolean },
): Promise<LoginReply> {
  const account = body.login.toLowerCase()
  await limits.address.take(request.ip)
  await limits.account.take(account)
  const user = await findByEmail(db, body.login)
  const right = await verifyPassword(user?.passwordHash, body.password)
  const actor = { ...actorOf(request), userId: user?.id ?? null, impersonatorId: null }
  if (!user || !right) {
    await recordAudit(
      db,
      actor,
      { action: 'session.login-failed', entity: 'users', entityId: user?.id, after: { login: account } },
      ['login'],
    )
    // Both branches have written one row by now; the jitter hides what is left of their difference.
    await wait(Math.random() * 5)
    throw new AppError(400, 'Wrong email or password.')
  }
  await Promise.all([limits.account.forget(account), limits.address.giveBack(request.ip)])
  const token = await db.transaction().execute(async (tx) => {
    await recordAudit(tx, actor, { action: 'session.login', entity: 'users', entityId: user.id })
    return startSession(tx, {
      userId: user.id,
      remember: body.rememberMe,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    })
  })
  return { ...(await findSessionUser(db, user.id)), user_token: token, eternal_token: body.rememberMe ? token : null }
}
