import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { publicSettings } from '#contract/settings.ts'
import type { App } from '#server/lib/app-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { ok } from '#server/lib/reply.ts'
import type { Services } from '#server/lib/services.ts'
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
        cookieDomain: config.cookieDomain ?? null,
      }),
  )
}
