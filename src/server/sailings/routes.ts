import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { containers } from '#contract/sailings/containers.ts'
import {
  candidatePage,
  closing,
  fittingQuery,
  fittingSailing,
  LOADED_SORT_KEYS,
  loadedOrder,
  loadInput,
  loadingReply,
  receivedInput,
  receivedReply,
  rollInput,
  takeOverInput,
} from '#contract/sailings/loadings.ts'
import { SAILING_FILTERS } from '#contract/sailings/sailing-filters.ts'
import { copyInput, sailings } from '#contract/sailings/sailings.ts'
import type { Told } from '#contract/sailings/told.ts'
import { receiveAndTell } from '#server/bulk/facts/receive-and-tell.ts'
import { startEventRun } from '#server/bulk/facts/start-event-run.ts'
import type { Db } from '#server/db/client.ts'
import { attachment } from '#server/files/attachment.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { sailingManifestPdf } from '#server/made-documents/sailing-manifest.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { exportRoutes } from '#server/resource/exports/exported-list.ts'
import { COUNTED_SHEET, fileFormat, formatOf } from '#server/resource/exports/format.ts'
import { sendExport } from '#server/resource/exports/send-export.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { KINDS } from '#server/run-kinds.ts'
import { requireRun } from '#server/runs/run-needs.ts'
import type { Services } from '#server/services.ts'
import { fileName, SHEET_FORMATS } from '#server/sheets/write-sheet.ts'
import { candidates } from './candidates.ts'
import { containerStore } from './container-store.ts'
import { copySailing } from './copy-sailing.ts'
import { fittingSailings } from './fitting-sailings.ts'
import { closingOf, rollOrders, unloadOrder } from './leave-sailing.ts'
import { loadOrders } from './load-orders.ts'
import { loadedOrders } from './loaded-orders.ts'
import { countLines, namedSailing } from './manifest.ts'
import { takeOver } from './receive-orders.ts'
import { SAILING_LISTS } from './sailing-lists.ts'
import { sailingStore } from './sailing-store.ts'

const PDF = 'application/pdf'
const MANIFEST_FORMATS = [...SHEET_FORMATS, 'pdf'] as const
const manifestFormat = fileFormat(MANIFEST_FORMATS)
const MANIFEST_REPLY = {
  documented: { ...COUNTED_SHEET.documented, download: [...COUNTED_SHEET.documented.download, PDF] },
}

const { path, name } = sailings
const tags = [name]
const params = z.object({ id: pathId })
const response = { 200: envelope(loadingReply) }

/** An actual date with an event starts a run, which a key needs the scopes of. Throws 403. */
const mayChange = async (request: FastifyRequest) => {
  const told = request.body as Told // checked by the schema of the resource
  if (told.eventId) requireRun(KINDS, { kind: 'event', input: { plan: {} } }, sessionOf(request), 'write')
}

export function sailingRoutes(app: App, services: Services): void {
  const { timeZone } = services.config
  const storeOn = (db: Db) => sailingStore(db, { timeZone }, startEventRun)
  crudRoutes(app, services.db, sailings, storeOn, { filters: SAILING_FILTERS, mayChange })
  crudRoutes(app, services.db, containers, containerStore)
  exportRoutes(app, services, SAILING_LISTS, { file: 'sailings-export-thread', beside: import.meta.url })
  app.post(
    `/${path}/:id/copy`,
    { config: { once: true }, schema: { tags, params, body: copyInput, response: { 200: envelope(sailings.row) } } },
    async (request) => ok(await run(request, services, copySailing, { ...request.body, id: request.params.id })),
  )
  readRoutes(app, services)
  fitRoutes(app, services)
  cargoRoutes(app, services)
}

function readRoutes(app: App, services: Services): void {
  app.get(
    `/${path}/:id/orders`,
    {
      schema: {
        tags,
        params,
        querystring: listQuerystring({ sortable: LOADED_SORT_KEYS }),
        response: { 200: envelope(listOf(loadedOrder)) },
      },
    },
    async (request) => {
      const query = parseListQuery(request.query, LOADED_SORT_KEYS)
      return ok(await request.read((db) => loadedOrders(db, request.params.id, query)))
    },
  )
  app.get(
    `/${path}/:id/closing`,
    { schema: { tags, params, response: { 200: envelope(closing) } } },
    async (request) => {
      const { id } = request.params
      return ok(
        await request.read(async (db) => {
          await namedSailing(db, id)
          return closingOf(db, id)
        }),
      )
    },
  )
  app.get(
    `/${path}/:id/manifest`,
    {
      ...DOWNLOAD,
      config: MANIFEST_REPLY,
      schema: { tags, params, querystring: z.object({ format: manifestFormat }) },
    },
    async (request, reply) => {
      const { id } = request.params
      const format = formatOf(request.query, MANIFEST_FORMATS)
      const { reference } = await request.read((db) => namedSailing(db, id))
      if (format === 'pdf')
        return reply
          .headers({
            'content-type': PDF,
            'content-disposition': attachment(fileName(`Manifest ${reference}`, format)),
          })
          .send(await sailingManifestPdf(services, id, sessionOf(request).userId))
      return sendExport(request, reply, services, {
        file: 'manifest-export-thread',
        beside: import.meta.url,
        name: `Manifest ${reference}`,
        format,
        input: { sailingId: id, timeZone: services.config.timeZone },
        count: (db) => countLines(db, id),
      })
    },
  )
}

const fitsOnly = z.enum(['0', '1'], { error: 'fits is 0 or 1' }).optional()

/** Which orders go with a sailing, and which sailings with orders. */
function fitRoutes(app: App, { config: { timeZone } }: Services): void {
  app.get(
    `/${path}/candidates`,
    {
      schema: {
        tags,
        querystring: listQuerystring({ more: { sailingId: pathId, fits: fitsOnly } }),
        response: { 200: envelope(candidatePage) },
      },
    },
    async (request) => {
      const { sailingId, fits, ...rest } = request.query
      const query = parseListQuery(rest, [])
      const asked = { sailingId: Number(sailingId), ...(fits && { fits: fits === '1' }), timeZone }
      return ok(await request.read((db) => candidates(db, asked, query)))
    },
  )
  app.get(
    `/${path}/fitting`,
    {
      schema: {
        tags,
        querystring: listQuerystring({ searched: false }).extend(fittingQuery),
        response: { 200: envelope(listOf(fittingSailing)) },
      },
    },
    async (request) => {
      const { orderIds, from = [], skipLoaded, ...rest } = request.query
      const query = parseListQuery(rest, [])
      const asked = { orderIds, from, skipsLoaded: skipLoaded === '1', timeZone }
      return ok(await request.read((db) => fittingSailings(db, asked, query)))
    },
  )
}

function cargoRoutes(app: App, services: Services): void {
  const schema = { tags, params, response }
  app.post(`/${path}/:id/orders`, { config: { once: true }, schema: { ...schema, body: loadInput } }, async (request) =>
    ok(await run(request, services, loadOrders, { sailingId: request.params.id, ...request.body })),
  )
  app.delete(
    `/${path}/:id/orders/:orderId`,
    { schema: { ...schema, params: z.object({ id: pathId, orderId: pathId }) } },
    async (request) => {
      const { id: sailingId, orderId } = request.params
      return ok(await run(request, services, unloadOrder, { sailingId, orderId }))
    },
  )
  app.post(`/${path}/:id/roll`, { config: { once: true }, schema: { ...schema, body: rollInput } }, async (request) =>
    ok(await run(request, services, rollOrders, { sailingId: request.params.id, ...request.body })),
  )
  app.post(
    `/${path}/:id/received`,
    {
      config: { once: true },
      schema: { ...schema, body: receivedInput, response: { 200: envelope(receivedReply) } },
    },
    async (request) =>
      ok(await run(request, services, receiveAndTell, { sailingId: request.params.id, ...request.body })),
  )
  app.post(
    `/${path}/:id/take-over`,
    { config: { once: true }, schema: { ...schema, body: takeOverInput } },
    async (request) => ok(await run(request, services, takeOver, { sailingId: request.params.id, ...request.body })),
  )
}
