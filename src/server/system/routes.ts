import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { publicSettings } from '#contract/system/settings.ts'
import { setup } from '#contract/system/setup.ts'
import { staffSettings, staffSettingsInput } from '#contract/system/staff-settings.ts'
import { keepItems } from '#server/attention/keep-items.ts'
import { AppError } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings, saveStaffSettings } from '#server/settings/staff-settings.ts'
import { zoneOf } from '#server/zones/iana.ts'
import { checkReadiness } from './readiness.ts'
import { dismissSetup, isSetupOpen, readSetup } from './setup.ts'

const readiness = z.object({
  database: z.string(),
  migrations: z.string(),
  files: z.string(),
  scanner: z.string().optional(),
})

export function systemRoutes(app: App, services: Services): void {
  const { config } = services
  const open = { access: 'public' } as const
  setupRoutes(app, services)
  staffSettingsRoutes(app, services)
  const probe = { ...open, anyQuery: true }
  app.get(
    '/health',
    {
      config: probe,
      schema: { tags: ['System'], response: { 200: envelope(z.object({ status: z.literal('alive') })) } },
    },
    async () => ok({ status: 'alive' as const }),
  )
  app.get(
    '/ready',
    { config: probe, schema: { tags: ['System'], response: { 200: envelope(readiness) } } },
    async () => {
      const state = await checkReadiness(services)
      const { scanner: _, ...needed } = state
      if (Object.values(needed).some((each) => each !== 'ok'))
        throw new AppError(503, 'Not ready', state, { 'retry-after': '2' })
      return ok(state)
    },
  )
  const zone = zoneOf(config.timeZone)
  app.get(
    '/settings',
    { config: open, schema: { tags: ['System'], response: { 200: envelope(publicSettings) } } },
    async ({ session }) =>
      ok({
        timeZone: zone.name,
        zone,
        publicSiteUrl: config.publicSiteUrl ?? '/site',
        customerSiteUrl: config.customerSiteUrl ?? '/site',
        mailConfigured: config.smtpUrl !== undefined,
        mailHoldSeconds: config.mailHoldSeconds,
        cookieDomain: config.cookieDomain ?? null,
        setupOpen: session?.roles.includes(Role.ADMIN) === true && (await isSetupOpen(services)),
      }),
  )
}

function setupRoutes(app: App, services: Services): void {
  const schema = { tags: ['System'] }
  const config = { access: 'admin' } as const
  app.get('/admin/setup', { config, schema: { ...schema, response: { 200: envelope(setup) } } }, async () =>
    ok(await readSetup(services)),
  )
  app.post(
    '/admin/setup/dismiss',
    { config, schema: { ...schema, response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, dismissSetup, null)
      return done()
    },
  )
}

function staffSettingsRoutes(app: App, services: Services): void {
  const config = { access: 'admin' } as const
  const schema = { tags: ['System'], response: { 200: envelope(staffSettings) } }
  app.get('/admin/settings', { config, schema }, async (request) => ok(await request.read(readStaffSettings)))
  app.put(
    '/admin/settings',
    { config, schema: { ...schema, body: staffSettingsInput }, validatorCompiler: patchValidatorCompiler },
    async (request) => {
      const saved = await run(request, services, saveStaffSettings, request.body)
      // Cut-offs and quiet days are values of rules too.
      await keepItems(services.db)
      return ok(saved)
    },
  )
}
