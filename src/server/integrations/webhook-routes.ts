import { z } from 'zod'
import { DELIVERIES_PATH, webhookDelivery, webhookSecret, webhooks } from '#contract/integrations/webhooks.ts'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { type App, forAdministrators } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { listDeliveries, replayDelivery, rotateSecret } from './webhook-deliveries.ts'
import { webhookStore } from './webhook-store.ts'

const params = z.object({ id: pathId })
const tags = [webhooks.name]

export const webhookRoutes = (app: App, services: Services): void =>
  forAdministrators(app, (admin) => {
    crudRoutes(admin, services.db, webhooks, webhookStore(services))
    admin.get(
      `/${webhooks.path}/:id/deliveries`,
      {
        schema: {
          tags,
          params,
          querystring: listQuerystring({ searched: false }),
          response: { 200: envelope(listOf(webhookDelivery)) },
        },
      },
      async (request) => {
        const query = parseListQuery(request.query, [])
        return ok(await request.read((from) => listDeliveries(from, request.params.id, query)))
      },
    )
    admin.post(
      `/${webhooks.path}/:id/rotate`,
      { schema: { tags, params, response: { 200: envelope(webhookSecret) } } },
      async (request) => ok(await run(request, services, rotateSecret, request.params)),
    )
    admin.post(
      `/${DELIVERIES_PATH}/:id/replay`,
      { schema: { tags, params, response: { 200: envelope(webhookDelivery) } } },
      async (request) => ok(await run(request, services, replayDelivery, request.params)),
    )
  })
