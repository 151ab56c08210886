import { z } from 'zod'
import {
  CARRIER_EVENT_PATH,
  CARRIER_EVENT_STATES,
  type CarrierEventState,
  carrierEventPage,
  carrierEventWhole,
  ignoreEventInput,
  matchEventInput,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { feeds, ranFeed, triedFeed } from '#contract/carrier-events/feeds.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf, forAdministrators } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { namedSailing } from '#server/sailings/manifest.ts'
import type { Services } from '#server/services.ts'
import { applyEvent, ignoreEvent, matchEvent } from './decide.ts'
import { feedStore } from './feed-store.ts'
import { pushRoutes } from './push-routes.ts'
import { type EventFilter, listCarrierEvents, readCarrierEvent } from './read-carrier-events.ts'
import { runFeed, tryFeed } from './run-feed.ts'

const tags = ['Carrier events']
const params = z.object({ id: pathId })
const one = `/${CARRIER_EVENT_PATH}/:id`

export function carrierEventRoutes(app: App, services: Services): void {
  pushRoutes(app, services)
  listRoutes(app)
  decideRoutes(app, services)
  forAdministrators(app, (admin) => feedRoutes(admin, services))
}

type Query = Record<string, unknown>

/** The id that a filter names; null without it. Throws 400 at its name. */
function idIn(query: Query, name: string): number | null {
  if (query[name] === undefined) return null
  const id = pathId.safeParse(query[name])
  if (!id.success) throw invalid({ [name]: `${name} is an id` })
  return id.data
}

function stateIn({ state }: Query): CarrierEventState | null {
  if (state === undefined) return null
  const found = CARRIER_EVENT_STATES.find((each) => each === state)
  if (!found) throw invalid({ state: `state is one of ${CARRIER_EVENT_STATES.join(', ')}` })
  return found
}

const filterOf = (query: Query): EventFilter => ({
  ...{ state: stateIn(query), feedId: idIn(query, 'feed'), sailingId: idIn(query, 'sailing') },
})

function listRoutes(app: App): void {
  const text = z.string().optional()
  const state = text.describe(`${CARRIER_EVENT_STATES.join(', ')}; without it all.`)
  const filters = {
    state,
    feed: text.describe('The id of a feed.'),
    sailing: text.describe('The id of a sailing.'),
  }
  const response = { 200: envelope(carrierEventPage) }
  app.get(
    `/${CARRIER_EVENT_PATH}`,
    { schema: { tags, querystring: listQuerystring({ searched: false, more: filters }), response } },
    async (request) => {
      const [filter, query] = [filterOf(request.query), parseListQuery(request.query, [])]
      return ok(await request.read((from) => listCarrierEvents(from, query, filter)))
    },
  )
  app.get(
    `/${sailings.path}/:id/carrier-events`,
    { schema: { tags, params, querystring: listQuerystring({ searched: false, more: { state } }), response } },
    async (request) => {
      const { id } = request.params
      const query = parseListQuery(request.query, [])
      const filter = { state: stateIn(request.query), feedId: null, sailingId: id }
      return ok(
        await request.read(async (from) => {
          await namedSailing(from, id)
          return listCarrierEvents(from, query, filter)
        }),
      )
    },
  )
  app.get(one, { schema: { tags, params, response: { 200: envelope(carrierEventWhole) } } }, async (request) =>
    ok(await request.read((from) => readCarrierEvent(from, request.params.id))),
  )
}

/** What a person decides about an event: each call answers it as it is then. */
function decideRoutes(app: App, services: Services): void {
  const schema = { tags, params, response: { 200: envelope(carrierEventWhole) } }
  const answer = async (id: number) => ok(await readCarrierEvent(services.db, id))
  app.post(`${one}/apply`, { schema }, async (request) =>
    answer(await run(request, services, applyEvent, request.params)),
  )
  app.post(`${one}/ignore`, { schema: { ...schema, body: ignoreEventInput } }, async (request) =>
    answer(await run(request, services, ignoreEvent, { ...request.body, ...request.params })),
  )
  app.post(`${one}/match`, { schema: { ...schema, body: matchEventInput } }, async (request) =>
    answer(await run(request, services, matchEvent, { ...request.body, ...request.params })),
  )
}

function feedRoutes(app: App, services: Services): void {
  crudRoutes(app, services.db, feeds, feedStore(services))
  const schema = { tags: [feeds.name], params }
  app.post(
    `/${feeds.path}/:id/try`,
    { schema: { ...schema, response: { 200: envelope(triedFeed) } } },
    async (request) => ok(await tryFeed(services, request.params.id)),
  )
  app.post(`/${feeds.path}/:id/run`, { schema: { ...schema, response: { 200: envelope(ranFeed) } } }, async (request) =>
    ok(await runFeed(services, request.params.id, actorOf(request))),
  )
}
