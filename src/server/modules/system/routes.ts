import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { publicSettings } from '#contract/session/settings.ts'
import { AppError } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { checkReadiness } from './readiness.ts'

const readiness = z.object({ database: z.string(), migrations: z.string(), files: z.string() })

export function systemRoutes(app: App, services: Services): void {
  const { config } = services
  const open = { access: 'public' } as const
  app.get(
    '/health',
    {
      config: open,
      schema: { tags: ['System'], response: { 200: envelope(z.object({ status: z.literal('alive') })) } },
    },
    async () => ok({ status: 'alive' as const }),
  )
  app.get(
    '/ready',
    { config: open, schema: { tags: ['System'], response: { 200: envelope(readiness) } } },
    async () => {
      const state = await checkReadiness(services)
      if (Object.values(state).some((each) => each !== 'ok'))
        throw new AppError(503, 'Not ready', state, { 'retry-after': '2' })
      return ok(state)
    },
  )
  app.get(
    '/settings',
    { config: open, schema: { tags: ['System'], response: { 200: envelope(publicSettings) } } },
    async () =>
      ok({
        timeZone: config.timeZone,
        publicSiteUrl: config.publicSiteUrl ?? '/site',
        customerSiteUrl: config.customerSiteUrl ?? '/site',
        mailConfigured: config.smtpUrl !== undefined,
        mailHoldSeconds: config.mailHoldSeconds,
        cookieDomain: config.cookieDomain ?? null,
      }),
  )
}
