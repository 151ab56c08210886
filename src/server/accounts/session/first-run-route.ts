import type { FastifyRequest } from 'fastify'
import { firstRunInput, loginReply, WRONG_CODE } from '#contract/accounts/login.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { alreadySetUp, createFirstAdministrator, isFirstRun, isRightCode } from '#server/accounts/first-run.ts'
import { withFreeEmail } from '#server/accounts/free-email.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { weakness } from '#server/accounts/passwords/weak-passwords.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** Creates the first administrator. Once the installation is set up, every call is answered 404. */
export function firstRunRoute(app: App, services: Services): void {
  const { db, pool } = services
  /** Wrong codes from one address in a quarter of an hour. */
  const tries = createLimit(pool, 'first-run', 20, 15 * 60)

  const refused = async (request: FastifyRequest) => {
    // All codes end as soon as somebody is the first administrator.
    if (!(await isFirstRun(db))) throw alreadySetUp()
    await recordAudit(db, actorOf(request), { action: 'staff.first-refused', entity: 'users' })
  }

  app.post(
    '/first-run',
    {
      config: { access: 'public' },
      schema: { tags: ['Session'], body: firstRunInput, response: { 200: envelope(loginReply) } },
      preValidation: async () => {
        if (!(await isFirstRun(db))) throw alreadySetUp()
      },
    },
    async (request) => {
      const { code, password, ...account } = request.body
      const from = addressKey(request.ip)
      await tries.take(from)
      const right = await isRightCode(db, code)
      if (right) await tries.giveBack(from)
      else await refused(request)
      const weak = await weakness(services, password, account)
      if (weak || !right) throw invalid({ ...(right ? {} : { code: WRONG_CODE }), ...(weak ? { password: weak } : {}) })
      // Hashing is slow: only a working code gets this far.
      const passwordHash = await hashPassword(password)
      const userAgent = request.headers['user-agent'] ?? ''
      const input = { ...account, passwordHash, userAgent }
      return ok(await withFreeEmail(() => run(request, services, createFirstAdministrator, input)))
    },
  )
}
