import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { oneOf, pathId } from '#contract/lib/fields.ts'
import { nounOf, RUN_ITEM_STATES, runItem, run as runRow, runWithMails } from '#contract/runs/runs.ts'
import {
  isOfOffers,
  RUN_VALUES,
  retryRunInput,
  runPreview,
  runPreviewInput,
  startRunInput,
} from '#contract/runs/start-run.ts'
import { previewRun } from '#server/bulk/preview-run.ts'
import { startRun } from '#server/bulk/start-run.ts'
import type { App } from '#server/http/app-types.ts'
import { mayUse, sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { previewOfferRun, startOfferRun } from '#server/offers/runs/start-offer-run.ts'
import { COUNTED_SHEET, formatOf, sheetFormat } from '#server/resource/exports/format.ts'
import { sendExport } from '#server/resource/exports/send-export.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { KINDS } from '#server/run-kinds.ts'
import type { Services } from '#server/services.ts'
import { retryRun, stopRun } from './change-run.ts'
import { countItems, listItems, listRuns, readRun, readRunWithMails } from './read-runs.ts'
import { mayReadSql, requireRun, requireStoredRun } from './run-needs.ts'
import { undoByCall } from './undo-by-call.ts'

const tags = ['Runs']
const params = z.object({ id: pathId })
const one = { 200: envelope(runRow) }

/** The run in the address, for callers who may read or change its records. Throws 403, 404. */
async function runOf(
  { db }: Services,
  request: FastifyRequest & { params: { id: number } },
  verb: 'read' | 'write',
): Promise<{ id: number }> {
  const { id } = request.params
  await requireStoredRun(db, KINDS, { id, caller: sessionOf(request), verb })
  return { id }
}

export function runRoutes(app: App, services: Services): void {
  const list = { tags, querystring: listQuerystring({ searched: false }), response: { 200: envelope(listOf(runRow)) } }
  app.get('/runs', { schema: list }, async (request) => {
    const where = mayReadSql(KINDS, sessionOf(request))
    return ok(await request.read((from) => listRuns(from, parseListQuery(request.query, []), where)))
  })

  app.get('/runs/:id', { schema: { tags, params, response: { 200: envelope(runWithMails) } } }, async (request) => {
    const { id } = await runOf(services, request, 'read')
    return ok(await readRunWithMails(services.db, id))
  })

  const state = oneOf(RUN_ITEM_STATES, `state is ${RUN_ITEM_STATES.join(', ')}`).optional()
  app.get(
    '/runs/:id/items',
    {
      schema: {
        tags,
        params,
        querystring: listQuerystring({ searched: false, more: { state } }),
        response: { 200: envelope(listOf(runItem)) },
      },
    },
    async (request) => {
      const query = { ...parseListQuery(request.query, []), state: state.parse(request.query.state) }
      const { id } = await runOf(services, request, 'read')
      return ok(await listItems(services.db, id, query))
    },
  )

  app.get(
    '/runs/:id/export',
    { ...DOWNLOAD, config: COUNTED_SHEET, schema: { tags, params, querystring: z.object({ format: sheetFormat }) } },
    async (request, reply) => {
      const { id } = await runOf(services, request, 'read')
      const { kind } = await readRun(services.db, id)
      return sendExport(request, reply, services, {
        file: 'run-export-thread',
        beside: import.meta.url,
        name: `Run ${id}`,
        format: formatOf(request.query),
        input: { runId: id, noun: nounOf(kind) },
        count: (db) => countItems(db, id),
      })
    },
  )
  startRoutes(app, services)
  changeRoutes(app, services)
}

/** Input that marks a run over a selection among others of its kind. */
const STARTED = { plan: {} }

function startRoutes(app: App, services: Services): void {
  const config = { jsonValues: RUN_VALUES }
  const preview = { tags, body: runPreviewInput, response: { 200: envelope(runPreview) } }
  app.post('/runs/preview', { config, schema: preview }, async (request) => {
    const { body } = request
    requireRun(KINDS, { kind: body.kind, input: STARTED }, sessionOf(request), 'read')
    if (isOfOffers(body)) return ok(await previewOfferRun(services.db, body))
    const asked = { userId: sessionOf(request).userId, showsMail: mayUse(request, 'content:read') }
    return ok(await previewRun(services.db, services, { ...body, ...asked }))
  })
  app.post(
    '/runs',
    { config: { ...config, once: true }, schema: { tags, body: startRunInput, response: one } },
    async (request) => {
      const { body } = request
      requireRun(KINDS, { kind: body.kind, input: STARTED }, sessionOf(request), 'write')
      if (isOfOffers(body)) return ok(await run(request, services, startOfferRun, body))
      return ok(await run(request, services, startRun, { ...body, userId: sessionOf(request).userId }))
    },
  )
}

/** Calls that change a started run. */
function changeRoutes(app: App, services: Services): void {
  const schema = { tags, params, response: one }
  app.post('/runs/:id/stop', { schema }, async (request) =>
    ok(await run(request, services, stopRun, await runOf(services, request, 'write'))),
  )
  app.post('/runs/:id/retry', { schema: { ...schema, body: retryRunInput.optional() } }, async (request) =>
    ok(await run(request, services, retryRun, { ...(await runOf(services, request, 'write')), ...request.body })),
  )
  app.post('/runs/:id/undo', { schema }, async (request) => {
    const { id } = await runOf(services, request, 'write')
    const undone = await undoByCall(request, services, KINDS, id)
    return ok(undone.run, undone.stays ?? undefined)
  })
}
