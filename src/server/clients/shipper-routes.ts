import { z } from 'zod'
import { shipper, shipperInput } from '#contract/clients/shippers.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId, version } from '#contract/lib/fields.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { addShipper, editShipper, listShippers } from './shippers.ts'

const params = z.object({ id: pathId })
const tags = ['Clients']
const saved = { 200: envelope(shipper) }

export function shipperRoutes(app: App, services: Services): void {
  app.get(
    '/user/:id/shipper_information/get_all',
    { schema: { tags, params, response: { 200: envelope(z.array(shipper)) } } },
    async (request) => ok(await listShippers(services.db, request.params.id)),
  )
  app.post(
    '/user/:id/shipper_information',
    { config: { once: true }, schema: { tags, params, body: shipperInput, response: saved } },
    async (request) => ok(await run(request, services, addShipper, { ...request.body, userId: request.params.id })),
  )
  app.put(
    '/user/:id/shipper_information/edit/:companyId',
    {
      schema: {
        tags,
        params: params.extend({ companyId: pathId }),
        body: shipperInput.partial().extend({ updatedAt: version() }),
        response: saved,
      },
    },
    async (request) => {
      const { id: userId, companyId: id } = request.params
      return ok(await run(request, services, editShipper, { ...request.body, id, userId }))
    },
  )
}
