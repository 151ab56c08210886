import { z } from 'zod'
import { API_KEYS_PATH, apiKey, apiKeyInput, newApiKey } from '#contract/integrations/api-keys.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { pagedList } from '#server/resource/paged-list.ts'
import type { Services } from '#server/services.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { webhookRoutes } from './webhook-routes.ts'

const tags = ['Integrations']
const config = { access: 'admin' } as const
const params = z.object({ id: pathId })

export function integrationRoutes(app: App, services: Services): void {
  webhookRoutes(app, services)
  pagedList(
    app,
    { paths: [`/${API_KEYS_PATH}`], tag: 'Integrations', row: apiKey, sortable: ['id'], config },
    (query, from) => listApiKeys(from, query),
  )
  app.post(
    `/${API_KEYS_PATH}`,
    { config: { ...config, once: true }, schema: { tags, body: apiKeyInput, response: { 200: envelope(newApiKey) } } },
    async (request) => ok(await run(request, services, createApiKey, request.body)),
  )
  app.delete(
    `/${API_KEYS_PATH}/:id`,
    { config, schema: { tags, params, response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, revokeApiKey, request.params)
      return done()
    },
  )
}
