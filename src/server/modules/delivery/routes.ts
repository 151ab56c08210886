import { DELIVERY_PATH, deliveryGrid, deliveryInput } from '#contract/delivery/delivery.ts'
import { envelope } from '#contract/lib/envelope.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { formatOf } from '#server/resource/export.ts'
import { importRoutes } from '#server/resource/import.ts'
import { listQuerystring } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { sheetFile } from '#server/sheets/write-sheet.ts'
import { deliveryImport } from './delivery-import.ts'
import { daysIn, readGrid, saveDeliveryTimes } from './delivery-times.ts'

export function deliveryRoutes(app: App, services: Services): void {
  const { db } = services
  const url = `/${DELIVERY_PATH}`
  const shared = { tags: ['Delivery time'], response: { 200: envelope(deliveryGrid) } }
  app.get(url, { schema: shared }, async () => ok(await readGrid(db)))

  const replace = {
    ...shared,
    description: 'Replaces the whole grid; absent cells and 0 have no entry.',
    body: deliveryInput,
  }
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url,
      schema: replace,
      handler: async (request) =>
        ok(await run(request, services, saveDeliveryTimes, { cells: request.body.data, whole: true })),
    })
  }
  const patch = {
    ...shared,
    description: 'Changes only the cells that are sent; 0 removes an entry.',
    body: deliveryInput,
  }
  app.patch(url, { schema: patch }, async (request) =>
    ok(await run(request, services, saveDeliveryTimes, { cells: request.body.data, whole: false })),
  )
  exportRoute(app)
  importRoutes(app, db, deliveryImport)
}

/** The grid as the screen shows it, with a row per depot and a column per cartage. */
function exportRoute(app: App): void {
  const schema = {
    tags: ['Delivery time'],
    description: 'A file of the grid; format=csv|xlsx.',
    querystring: listQuerystring,
  }
  app.get(`/${DELIVERY_PATH}/export`, { schema }, async (request, reply) => {
    const format = formatOf(request.query)
    const grid = await request.read((db) => readGrid(db))
    const table = {
      headings: ['Depot', ...grid.cartage.map(({ cartageName }) => cartageName)],
      rows: grid.depot.map(({ depotId, depotName }) => [
        depotName,
        ...grid.cartage.map(({ cartageId }) => daysIn(grid, depotId, cartageId) || ''),
      ]),
    }
    const { body, headers } = await sheetFile(table, format, 'Delivery time')
    return reply.headers(headers).send(body)
  })
}
