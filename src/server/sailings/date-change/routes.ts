import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { run as runRow } from '#contract/runs/runs.ts'
import {
  confirmedVoyage,
  DATE_CHANGE_VALUES,
  dateChangeInput,
  dateChangePreview,
  dateChangePreviewInput,
} from '#contract/sailings/date-change.ts'
import type { App } from '#server/http/app-types.ts'
import { mayUse, sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { changeDates } from './apply.ts'
import { previewDateChange } from './preview.ts'
import type { Target } from './read-orders.ts'
import { confirmedVoyages } from './voyages.ts'

const VOYAGES = '/vessel/:id/voyages'
const onSailing = z.object({ id: pathId })
const onVoyage = z.object({ id: pathId, voyage: z.string().max(100, maxLength('Voyage', 100)) })

/** Routes of a sailing or a voyage, which differ only in their path. */
function routesOf<Params extends z.ZodObject>(
  app: App,
  services: Services,
  { path, tag, params, targetOf }: { path: string; tag: string; params: Params; targetOf: (sent: unknown) => Target },
): void {
  app.post(
    `${path}/date-change/preview`,
    { schema: { tags: [tag], params, body: dateChangePreviewInput, response: { 200: envelope(dateChangePreview) } } },
    async (request) => {
      const asked = { target: targetOf(request.params), input: request.body }
      const showsMail = mayUse(request, 'content:read')
      const { userId } = sessionOf(request)
      return ok(await previewDateChange(services.db, services, { ...asked, showsMail, userId }))
    },
  )
  app.post(
    `${path}/date-change`,
    {
      config: { once: true, jsonValues: DATE_CHANGE_VALUES },
      schema: { tags: [tag], params, body: dateChangeInput, response: { 200: envelope(runRow) } },
    },
    async (request) => {
      const change = { target: targetOf(request.params), input: request.body }
      return ok(await run(request, services, changeDates, change))
    },
  )
}

export function dateChangeRoutes(app: App, services: Services): void {
  routesOf(app, services, {
    path: '/sailing/:id',
    tag: 'Sailing',
    params: onSailing,
    targetOf: (sent) => ({ sailingId: (sent as z.output<typeof onSailing>).id }), // parsed by Fastify
  })
  routesOf(app, services, {
    path: `${VOYAGES}/:voyage`,
    tag: 'Vessel',
    params: onVoyage,
    targetOf: (sent) => {
      const { id, voyage } = sent as z.output<typeof onVoyage> // parsed by Fastify
      return { vesselId: id, voyage }
    },
  })
  app.get(
    VOYAGES,
    { schema: { tags: ['Vessel'], params: onSailing, response: { 200: envelope(z.array(confirmedVoyage)) } } },
    async (request) => ok(await request.read((db) => confirmedVoyages(db, request.params.id))),
  )
}
