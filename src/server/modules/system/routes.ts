import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { publicSettings } from '#contract/settings.ts'
import type { App } from '#server/lib/app-types.ts'
import { ok } from '#server/lib/reply.ts'
import type { Services } from '#server/lib/services.ts'

export function systemRoutes(app: App, { config }: Services): void {
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
