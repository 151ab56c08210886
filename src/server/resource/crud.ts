import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope, listOf, nothing } from '#contract/lib/envelope.ts'
import { id, pathId, version } from '#contract/lib/fields.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { fieldErrors, withRules } from '#contract/lib/rules.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { done, ok } from '#server/http/reply.ts'
import { onlySent, patchValidatorCompiler } from '#server/http/validation.ts'
import { columnsOf, type ExportColumn, exportRoute } from './export.ts'
import { listQuerystring, parseFilters, parseListQuery } from './paginate.ts'
import type { Store } from './table-store.ts'

const idParams = z.object({ id: pathId })
type Query = Record<string, unknown>

/**
 * The routes of a resource in both path forms: `e` and `e/get_all`, `e/{id}` and `e/get/{id}`, and so on.
 * Undeclared operations are 405. A list with declared columns is exported too, with the given columns where its file
 * says more or other than its fields.
 */
export function crudRoutes<R extends z.ZodObject, I extends z.ZodObject>(
  typed: App,
  db: Db,
  resource: Resource<R, I>,
  storeOn: (db: Db) => Store<z.output<R>, z.output<I>>,
  exported: readonly ExportColumn<z.output<R>>[] = columnsOf(resource),
): void {
  // The schemas are known at run time only: what they let through is given its type by hand.
  const app = typed as unknown as FastifyInstance
  const store = storeOn(db)
  readRoutes(app, resource, store)
  if (exported.length > 0 && resource.operations.includes('list')) exportRoute(app, resource, store, exported)
  createRoutes(app, db, resource, storeOn)
  updateRoutes(app, resource, store)
  removeRoutes(app, resource, store)
}

type Routes = <R extends z.ZodObject, I extends z.ZodObject>(
  app: FastifyInstance,
  resource: Resource<R, I>,
  store: Store<z.output<R>, z.output<I>>,
) => void

const readRoutes: Routes = (app, resource, store) => {
  const { path, name, row, operations, sortable, filterable = [] } = resource
  const tags = [name]
  if (operations.includes('list')) {
    const schema = { tags, querystring: listQuerystring, response: { 200: envelope(listOf(row)) } }
    for (const url of [`/${path}`, `/${path}/get_all`]) {
      app.get(url, { schema }, async (request) => {
        const sent = request.query as Query
        const query = {
          ...parseListQuery(withSort(sent, filterable), sortable),
          filters: parseFilters(sent, filterable),
        }
        return ok(await request.read((db) => store.list(query, db)))
      })
    }
  }
  if (operations.includes('get')) {
    const schema = { tags, params: idParams, response: { 200: envelope(row) } }
    for (const url of [`/${path}/:id`, `/${path}/get/:id`]) {
      app.get(url, { schema }, async (request) => ok(await store.get(idOf(request))))
    }
  }
}

/** The older way to sort, `sort={column}&type=asc|desc`, as `order[column]`. */
function withSort(query: Query, filterable: readonly string[]): Query {
  const { sort, type = 'asc', ...rest } = query
  if (sort === undefined || filterable.includes('type')) return query
  return { ...rest, [`order[${String(sort).slice(0, 40)}]`]: type }
}

function createRoutes<R extends z.ZodObject, I extends z.ZodObject>(
  app: FastifyInstance,
  db: Db,
  resource: Resource<R, I>,
  storeOn: (db: Db) => Store<z.output<R>, z.output<I>>,
): void {
  const { path, name, row, operations } = resource
  if (!operations.includes('create')) return
  const schema = { tags: [name], body: wholeInput(resource), response: { 200: envelope(row) } }
  for (const url of [`/${path}`, `/${path}/add`]) {
    app.post(url, { config: { incomplete: resource.incomplete }, schema }, async (request) =>
      ok(await idempotent(db, request, (tx) => storeOn(tx).create(request.body as never, actorOf(request)))),
    )
  }
}

const updateRoutes: Routes = (app, resource, store) => {
  const { path, name, row, input, operations } = resource
  const config = { incomplete: resource.incomplete }
  const schema = { tags: [name], response: { 200: envelope(row) } }
  if (!operations.includes('update')) return refuse(app, 'PUT', `/${path}/edit/:id`)
  const patch = input.partial().extend({ updatedAt: version() })

  const save = (id: number, sent: Record<string, unknown>, request: FastifyRequest) => {
    const { updatedAt, ...fields } = sent
    // Partial<Input>: the keys were checked by the patch schema.
    return store.update(id, fields as never, updatedAt as string | undefined, actorOf(request))
  }
  for (const url of [`/${path}/:id`, `/${path}/edit/:id`]) {
    const options = {
      config,
      schema: { ...schema, params: idParams, body: patch },
      validatorCompiler: patchValidatorCompiler,
    }
    app.put(url, options, async (request) =>
      ok(await save(idOf(request), request.body as Record<string, unknown>, request)),
    )
  }
  const body = z.looseObject({ id: id('Not an id').nullish() })
  app.put(`/${path}/save`, { config, schema: { ...schema, body } }, async (request) => {
    const { id, ...sent } = request.body as z.output<typeof body>
    if (!id && !operations.includes('create')) throw invalid({ id: 'Send the id of a record' })
    const parsed = (id ? patch : wholeInput(resource)).safeParse(sent)
    if (!parsed.success) throw invalid(fieldErrors(parsed.error))
    if (id) return ok(await save(id, onlySent(parsed.data, sent), request))
    return ok(await store.create(parsed.data as never, actorOf(request)))
  })
}

const removeRoutes: Routes = (app, { path, name, operations }, store) => {
  if (!operations.includes('remove')) return refuse(app, 'DELETE', `/${path}/delete/:id`)
  const schema = { tags: [name], params: idParams, response: { 200: envelope(nothing) } }
  for (const url of [`/${path}/:id`, `/${path}/delete/:id`]) {
    app.delete(url, { schema }, async (request) => {
      await store.remove(idOf(request), actorOf(request))
      return done()
    })
  }
}

/** The long form of an undeclared operation has a path of its own: it is 405 too, not an unknown path. */
function refuse(app: FastifyInstance, method: 'PUT' | 'DELETE', url: string): void {
  app.route({
    method,
    url,
    schema: { hide: true },
    handler: () => Promise.reject(new AppError(405, 'There is no such call')),
  })
}

const wholeInput = ({ input, rules }: Resource) => (rules ? withRules(input, rules) : input)
const idOf = (request: FastifyRequest) => (request.params as z.output<typeof idParams>).id
