import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { oneOf, pathId } from '#contract/lib/fields.ts'
import { RUN_ITEM_STATES, runItem, run as runRow } from '#contract/runs/runs.ts'
import { Role } from '#contract/session/session.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { formatOf, SHEET_REPLY, sheetFormat } from '#server/resource/export.ts'
import { pagedList } from '#server/resource/paged-list.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { KINDS } from '#server/run-kinds.ts'
import { retryRun, stopRun, undoRun } from '#server/runs/change-run.ts'
import { allItems, listItems, listRuns, readRun } from '#server/runs/read-runs.ts'
import { workOn } from '#server/runs/work-run.ts'
import type { Services } from '#server/services.ts'
import { sheetFile } from '#server/sheets/write-sheet.ts'

const tags = ['Runs']
const params = z.object({ id: pathId })
const one = { 200: envelope(runRow) }

/** Milliseconds for which the call that undoes a run takes its rows back itself; a worker does what is left. */
const UNDO_MS = 20_000

export function runRoutes(app: App, services: Services): void {
  const list = { paths: ['/runs'], tag: 'Runs', row: runRow, sortable: [], searched: false }
  pagedList(app, list, (query, from) => listRuns(from, query))

  app.get('/runs/:id', { schema: { tags, params, response: one } }, async (request) =>
    ok(await readRun(services.db, request.params.id)),
  )

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
      return ok(await listItems(services.db, request.params.id, query))
    },
  )

  app.get(
    '/runs/:id/export',
    { config: SHEET_REPLY, schema: { tags, params, querystring: z.object({ format: sheetFormat }) } },
    async (request, reply) => {
      const { id } = request.params
      const items = await request.read((db) => allItems(db, id))
      const rows = items.map(({ trackingCode, companyName, state, reason }) =>
        [trackingCode, companyName, state, reason].map((cell) => cell ?? ''),
      )
      const table = { headings: ['Order', 'Company', 'State', 'Reason'], rows }
      const { body, headers } = await sheetFile(table, formatOf(request.query), `Run ${id}`)
      return reply.headers(headers).send(body)
    },
  )
  changeRoutes(app, services)
}

/** What can be done with a run that was started. */
function changeRoutes(app: App, services: Services): void {
  const schema = { tags, params, response: one }
  app.post('/runs/:id/stop', { schema }, async (request) => ok(await run(request, services, stopRun, request.params)))
  app.post('/runs/:id/retry', { schema }, async (request) => ok(await run(request, services, retryRun, request.params)))
  app.post('/runs/:id/undo', { schema }, async (request) => {
    const { id } = request.params
    const isAdmin = sessionOf(request).roles.includes(Role.ADMIN)
    const stays = await run(request, { ...services, kinds: KINDS }, undoRun, { id, isAdmin })
    await workOn(services, KINDS, id, AbortSignal.timeout(UNDO_MS))
    return ok(await readRun(services.db, id), stays ?? undefined)
  })
}
