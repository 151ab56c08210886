import { columnSettings } from '#contract/accounts/column-settings.ts'
import {
  FORGOT_PASSWORD_ANSWER,
  forgotPasswordInput,
  loginAnswer,
  loginInput,
  ownPasswordInput,
  PASSWORD_RESET,
  resetLink,
  resetLinkInput,
  resetPasswordInput,
} from '#contract/accounts/login.ts'
import { preferences, preferencesInput } from '#contract/accounts/preferences.ts'
import { fullColumnSettings, LOGGED_IN_ELSEWHERE, sessionUser } from '#contract/accounts/session.ts'
import { logoutReply } from '#contract/accounts/single-sign-on.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { hasPasskeysOrKeys } from '#server/accounts/end-access.ts'
import { createLoginLimits, createResetLimits } from '#server/accounts/login-limits.ts'
import { endSessionUrl, oidcSessionOf } from '#server/accounts/oidc/end-session.ts'
import { changeOwnPassword, createOwnPasswordLimit } from '#server/accounts/own-password.ts'
import { refusePasswordsIfOff } from '#server/accounts/password-login.ts'
import { askForReset, findReset, resetPassword, unknownLink } from '#server/accounts/password-reset.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { refuseWeak } from '#server/accounts/passwords/weak-passwords.ts'
import { findSessionUser } from '#server/accounts/sessions.ts'
import { AppError } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { findSession } from '#server/http/security/find-session.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import type { Services } from '#server/services.ts'
import { saveColumnSettings } from './column-settings.ts'
import { firstRunRoute } from './first-run-route.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { stepUpRoutes } from './step-up-routes.ts'

const schema = { tags: ['Session'] }
const user = { ...schema, response: { 200: envelope(sessionUser) } }

export function sessionRoutes(app: App, services: Services): void {
  loginRoutes(app, services)
  columnRoutes(app, services)
  preferenceRoutes(app, services)
  passwordRoutes(app, services)
  ownPasswordRoute(app, services)
  firstRunRoute(app, services)
  secondFactorRoutes(app, services)
  stepUpRoutes(app, services)
  ownSessionRoutes(app, services)
}

function loginRoutes(app: App, services: Services): void {
  const { db, pool } = services
  const limits = createLoginLimits(pool)

  app.post(
    '/login',
    {
      config: { access: 'public' },
      schema: { ...schema, body: loginInput, response: { 200: envelope(loginAnswer) } },
      preValidation: async (request) => {
        const { login, password } = request.headers
        if (request.body || !login) return
        const rememberMe = /^(1|true)$/.test(String(request.headers['remember-me'] ?? ''))
        request.body = { login: String(login), password: String(password), rememberMe }
      },
    },
    async (request) => {
      const userAgent = request.headers['user-agent'] ?? ''
      return ok(await login(services, limits, { ...request.body, userAgent }, actorOf(request)))
    },
  )

  app.post(
    '/logout',
    {
      config: { access: 'public', beforeSecondFactor: true },
      schema: { ...schema, response: { 200: envelope(logoutReply) } },
    },
    async (request) => {
      const session = request.session ?? (await findSession(pool, db, request.headers.token))
      if (!session) throw new AppError(401, LOGGED_IN_ELSEWHERE)
      const begun = await oidcSessionOf(db, session.id)
      await run(request, services, logout, session)
      const url = begun ? await endSessionUrl(services, begun) : null
      return ok(url === null ? null : { endSessionUrl: url })
    },
  )

  for (const url of ['/user/check_token', '/user/personal/get']) {
    app.get(url, { config: { access: 'client', beforeSecondFactor: true }, schema: user }, async (request) =>
      ok(await findSessionUser(db, sessionOf(request).userId)),
    )
  }
}

function columnRoutes(app: App, services: Services): void {
  app.put(
    '/admin/settings/column/orders',
    { schema: { ...schema, body: columnSettings, response: { 200: envelope(fullColumnSettings) } } },
    async (request) => {
      const input = { userId: sessionOf(request).userId, columns: request.body }
      return ok(await run(request, services, saveColumnSettings, input))
    },
  )
}

function preferenceRoutes(app: App, services: Services): void {
  const response = { 200: envelope(preferences) }
  app.get('/user/personal/preferences', { schema: { ...schema, response } }, async (request) =>
    ok(await request.read((from) => readPreferences(from, sessionOf(request).userId))),
  )
  app.put(
    '/user/personal/preferences',
    { schema: { ...schema, body: preferencesInput, response }, validatorCompiler: patchValidatorCompiler },
    async (request) => {
      const input = { userId: sessionOf(request).userId, patch: request.body }
      return ok(await run(request, services, savePreferences, input))
    },
  )
}

function passwordRoutes(app: App, services: Services): void {
  const limits = createResetLimits(services.pool)
  // Only staff make these calls, so refusing them says nothing about any account.
  const preHandler = () => refusePasswordsIfOff(services)

  app.post(
    '/app/forgot-password',
    {
      config: { access: 'public' },
      preHandler,
      schema: { ...schema, body: forgotPasswordInput, response: { 200: envelope(nothing) } },
    },
    async (request) => {
      const { ip, id: requestId, body } = request
      await limits.ask({ login: body.email, ip })
      await askForReset(services.db, { email: body.email, ip, requestId })
      return done(FORGOT_PASSWORD_ANSWER)
    },
  )

  // The check tells whether a link works, without using it up. The token travels in the body: addresses end
  // up in logs.
  app.post(
    '/app/reset-password/check',
    {
      config: { access: 'public' },
      preHandler,
      schema: { ...schema, body: resetLinkInput, response: { 200: envelope(resetLink) } },
    },
    async (request) => {
      const account = await findReset(services.db, request.body.token)
      if (account) return ok({ passkeysOrKeys: await hasPasskeysOrKeys(services.db, account.id) })
      await limits.wrongLink(request.ip)
      throw unknownLink()
    },
  )

  app.post(
    '/app/reset-password',
    {
      config: { access: 'public' },
      preHandler,
      schema: { ...schema, body: resetPasswordInput, response: { 200: envelope(nothing) } },
    },
    async (request) => {
      const { token, newPassword, endPasskeysAndKeys } = request.body
      // Hashing is slow: only a working link gets this far.
      const account = await findReset(services.db, token)
      if (!account) {
        await limits.wrongLink(request.ip)
        throw unknownLink()
      }
      await limits.use(account.id)
      await refuseWeak(services, newPassword, account, 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      await run(request, services, resetPassword, { token, passwordHash, endPasskeysAndKeys })
      return done(PASSWORD_RESET)
    },
  )
}

function ownPasswordRoute(app: App, services: Services): void {
  const tries = createOwnPasswordLimit(services.pool)
  app.put(
    '/user/personal/password',
    { schema: { ...schema, body: ownPasswordInput, response: { 200: envelope(nothing) } } },
    async (request) => {
      const change = { ...request.body, session: sessionOf(request) }
      await changeOwnPassword(services, tries, change, actorOf(request))
      return done()
    },
  )
}
