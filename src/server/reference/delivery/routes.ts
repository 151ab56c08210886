import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import {
  DELIVERY_PATH,
  DELIVERY_VALUES,
  type DeliveryGrid,
  deliveryGrid,
  deliveryInput,
} from '#contract/reference/delivery/delivery.ts'
import { type App, readAheadOf } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { formatOf, SHEET_REPLY, sheetFormat } from '#server/resource/exports/format.ts'
import { sendTable } from '#server/resource/exports/send-export.ts'
import { importRoutes } from '#server/resource/import.ts'
import type { Services } from '#server/services.ts'
import { deliveryImport } from './delivery-import.ts'
import { daysIn, namesOf, readGrid, saveDeliveryTimes } from './delivery-times.ts'

export function deliveryRoutes(app: App, services: Services): void {
  const { db } = services
  const url = `/${DELIVERY_PATH}`
  const shared = { tags: ['Delivery time'], response: { 200: envelope(deliveryGrid) } }
  const ahead = () => readGrid
  app.get(url, { config: { ahead }, schema: shared }, async (request) =>
    ok(await (readAheadOf<DeliveryGrid>(request) ?? readGrid(db))),
  )

  const schema = { ...shared, body: deliveryInput }
  const config = { jsonValues: DELIVERY_VALUES }
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url,
      config,
      schema,
      handler: async (request) =>
        ok(await run(request, services, saveDeliveryTimes, { cells: request.body.data, whole: true })),
    })
  }
  app.patch(url, { config, schema }, async (request) =>
    ok(await run(request, services, saveDeliveryTimes, { cells: request.body.data, whole: false })),
  )
  exportRoute(app)
  importRoutes(app, services, deliveryImport)
}

/** Exports the grid with a row per depot and a column per cartage, under names that its import finds again. */
function exportRoute(app: App): void {
  const querystring = z.object({ format: sheetFormat })
  const schema = { tags: ['Delivery time'], querystring }
  app.get(`/${DELIVERY_PATH}/export`, { config: SHEET_REPLY, schema }, async (request, reply) => {
    const format = formatOf(request.query)
    const grid = await request.read((db) => readGrid(db))
    const { depots, cartages } = namesOf(grid)
    const table = {
      headings: ['Depot', ...grid.cartage.map(({ cartageId: id, cartageName: name }) => cartages.label({ id, name }))],
      rows: grid.depot.map(({ depotId, depotName }) => [
        depots.label({ id: depotId, name: depotName }),
        ...grid.cartage.map(({ cartageId }) => daysIn(grid, depotId, cartageId) || ''),
      ]),
    }
    return sendTable(reply, table, { format, name: 'Delivery time' })
  })
}
