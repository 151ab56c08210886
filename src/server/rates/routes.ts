import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { RATE_ENTITIES } from '#contract/rates/rate-entities.ts'
import {
  RATE_HISTORY_PATH,
  rateChangesInput,
  rateDiff,
  rateHistory,
  rateSets,
  scheduleInput,
  simulateInput,
  simulation,
  undoneSet,
} from '#contract/rates/rate-sets.ts'
import { inTransaction, type Tx } from '#server/db/client.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { exportRoutes } from '#server/resource/exports/exported-list.ts'
import { importRoutes } from '#server/resource/import.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { applyNow, cancelSet, scheduleSet, undoSet } from './act-on-set.ts'
import { rateSetImport } from './rate-set-import.ts'
import { RATE_SET_LISTS } from './rate-set-lists.ts'
import { rateSetStore } from './rate-set-store.ts'
import { readDiff } from './read-diff.ts'
import { readHistory } from './read-history.ts'
import { simulateSet } from './simulate.ts'
import { writeChanges } from './write-changes.ts'

const tags = [rateSets.name]
const params = z.object({ id: pathId })
const one = `/${rateSets.path}/:id`

export function rateRoutes(app: App, services: Services): void {
  const { db, config } = services
  crudRoutes(app, db, rateSets, (on) => rateSetStore(on, config))
  exportRoutes(app, services, RATE_SET_LISTS, { file: 'rate-sets-export-thread', beside: import.meta.url })
  importRoutes(app, services, rateSetImport(services))
  changeRoutes(app, services)
  actRoutes(app, services)

  app.post(
    `${one}/simulate`,
    { schema: { tags, params, body: simulateInput, response: { 200: envelope(simulation) } } },
    async (request) => ok(await simulateSet(db, request.params.id, request.body, sessionOf(request).userId)),
  )

  const more = {
    entity: z.enum(RATE_ENTITIES, { error: CHOOSE }),
    recordId: pathId.describe('The record, also one that is gone.'),
  }
  const querystring = listQuerystring({ searched: false, more })
  app.get(
    `/${RATE_HISTORY_PATH}`,
    { schema: { tags, querystring, response: { 200: envelope(rateHistory) } } },
    async (request) => {
      // Typed by what is the same for every list: these two were read by the schema of the query.
      const { entity, recordId } = request.query as unknown as z.output<z.ZodObject<typeof more>>
      const page = parseListQuery(request.query, [])
      return ok(await request.read((from) => readHistory(from, { entity, recordId }, page)))
    },
  )
}

function changeRoutes(app: App, services: Services): void {
  const { db } = services
  const reply = { 200: envelope(rateDiff) }
  app.get(
    `${one}/diff`,
    { schema: { tags, params, querystring: listQuerystring({ searched: false }), response: reply } },
    async (request) => ok(await readDiff(db, request.params.id, parseListQuery(request.query, []))),
  )
  app.put(`${one}/changes`, { schema: { tags, params, body: rateChangesInput, response: reply } }, async (request) => {
    const { id } = request.params
    return ok(
      await inTransaction(db, async (tx) => {
        await writeChanges(tx, services, { ...request.body, id }, actorOf(request))
        return readDiff(tx, id, parseListQuery({}, []))
      }),
    )
  })
}

function actRoutes(app: App, services: Services): void {
  const { db, config } = services
  /** Does something to a set, once per key, and answers it as it is then. */
  const act = (request: FastifyRequest, id: number, work: (tx: Tx) => Promise<unknown>) =>
    idempotent(db, request, async (tx) => {
      await work(tx)
      return rateSetStore(tx, config).get(id)
    })
  const options = { config: { once: true }, schema: { tags, params, response: { 200: envelope(rateSets.row) } } }
  app.post(`${one}/schedule`, { ...options, schema: { ...options.schema, body: scheduleInput } }, async (request) => {
    const { id } = request.params
    return ok(await act(request, id, (tx) => scheduleSet(tx, services, { id, ...request.body }, actorOf(request))))
  })
  app.post(`${one}/apply`, options, async (request) => {
    const { id } = request.params
    return ok(await act(request, id, (tx) => applyNow(tx, services, id, actorOf(request))))
  })
  app.post(`${one}/cancel`, options, async (request) => {
    const { id } = request.params
    return ok(await act(request, id, (tx) => cancelSet(tx, services, id, actorOf(request))))
  })
  app.post(
    `${one}/undo`,
    { config: { once: true }, schema: { tags, params, response: { 200: envelope(undoneSet) } } },
    async (request) => {
      const { id } = request.params
      const undone = await idempotent(db, request, async (tx) => {
        const done = await undoSet(tx, services, id, actorOf(request))
        return { set: await rateSetStore(tx, config).get(id), ...done }
      })
      return ok(undone)
    },
  )
}
