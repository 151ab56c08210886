import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { id, pathId, version } from '#contract/lib/fields.ts'
import type { FilterFields } from '#contract/lib/filters.ts'
import { NOT_AN_ID } from '#contract/lib/messages.ts'
import { type Resource, recordUses } from '#contract/lib/resource.ts'
import { fieldErrors, withRules } from '#contract/lib/rules.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { done, ok } from '#server/http/reply.ts'
import { onlySent, patchValidatorCompiler } from '#server/http/validation.ts'
import { pagedList } from './paged-list.ts'
import type { Reader, Store, Writer } from './store.ts'

/** Options of a resource's routes. */
interface Guarded {
  /** Refuses to change a record that this caller must not change; runs after the body was checked. */
  mayChange?: (request: FastifyRequest, id: number) => Promise<void>
}

const idParams = z.object({ id: pathId })
/** A call with the id of a record in its path. */
interface OfRecord {
  Params: z.output<typeof idParams>
}

/** An app for schemas known at run time only: the app that checks types against schemas cannot take them. */
const untyped = (app: App) => app as unknown as FastifyInstance

/**
 * The routes of a resource in both path forms: `e` and `e/get_all`, `e/{id}` and `e/get/{id}`, and so on.
 * Undeclared operations answer 405. Pass the declaration of filters where the store's reader knows them; the
 * list's export is `exportRoutes`.
 */
export function crudRoutes<R extends z.ZodObject, I extends z.ZodObject>(
  typed: App,
  db: Db,
  resource: Resource<R, I>,
  storeOn: (db: Db) => Store<z.output<R>, z.output<I>>,
  { filters = {}, ...guarded }: { filters?: FilterFields } & Guarded = {},
): void {
  const app = untyped(typed)
  if (resource.operations.includes('list')) {
    const { path, name, row, sortable, filterable } = resource
    const reader: Reader<z.output<R>> = storeOn(db)
    const list = { paths: [`/${path}`, `/${path}/get_all`], tag: name, row, sortable, filterable, filters }
    pagedList(app, list, (query, from) => reader.list(query, from))
  }
  recordRoutes(typed, db, resource, storeOn, guarded)
}

/** `crudRoutes` without the list, for a resource whose list has other rows or filters (`pagedList`). */
export function recordRoutes<R extends z.ZodObject, I extends z.ZodObject>(
  typed: App,
  db: Db,
  resource: Resource<R, I>,
  writerOn: (db: Db) => Writer<z.output<R>, z.output<I>>,
  guarded: Guarded = {},
): void {
  const app = untyped(typed)
  const writer = writerOn(db)
  getRoutes(app, resource, writer)
  createRoutes(app, db, resource, writerOn)
  updateRoutes(app, resource, writer, guarded)
  removeRoutes(app, resource, writer)
  usesRoute(app, resource, writer)
}

type Routes = <R extends z.ZodObject, I extends z.ZodObject>(
  app: FastifyInstance,
  resource: Resource<R, I>,
  writer: Writer<z.output<R>, z.output<I>>,
  guarded?: Guarded,
) => void

const getRoutes: Routes = (app, { path, name, row, operations }, writer) => {
  if (!operations.includes('get')) return
  const schema = { tags: [name], params: idParams, response: { 200: envelope(row) } }
  for (const url of [`/${path}/:id`, `/${path}/get/:id`]) {
    app.get<OfRecord>(url, { schema }, async ({ params }) => ok(await writer.get(params.id)))
  }
}

function createRoutes<R extends z.ZodObject, I extends z.ZodObject>(
  app: FastifyInstance,
  db: Db,
  resource: Resource<R, I>,
  writerOn: (db: Db) => Writer<z.output<R>, z.output<I>>,
): void {
  const { path, name, row, operations } = resource
  if (!operations.includes('create')) return
  const schema = { tags: [name], body: wholeInput(resource), response: { 200: envelope(row) } }
  for (const url of [`/${path}`, `/${path}/add`]) {
    app.post(
      url,
      { config: { once: true, incomplete: resource.incomplete }, schema },
      async (request) =>
        ok(await idempotent(db, request, (tx) => writerOn(tx).create(request.body as never, actorOf(request)))), // checked by wholeInput
    )
  }
}

const updateRoutes: Routes = (app, resource, writer, { mayChange } = {}) => {
  const { path, name, row, input, operations } = resource
  const config = { incomplete: resource.incomplete }
  const schema = { tags: [name], response: { 200: envelope(row) } }
  if (!operations.includes('update')) return refuse(app, 'PUT', `/${path}/edit/:id`)
  const patch = input.partial().extend({ updatedAt: version() })

  const save = async (id: number, sent: Record<string, unknown>, request: FastifyRequest) => {
    const { updatedAt, ...fields } = sent
    await mayChange?.(request, id)
    // The body is Partial<Input>: the keys were checked by the patch schema.
    return writer.update(id, fields as never, updatedAt as string | undefined, actorOf(request))
  }
  for (const url of [`/${path}/:id`, `/${path}/edit/:id`]) {
    const options = {
      config,
      schema: { ...schema, params: idParams, body: patch },
      validatorCompiler: patchValidatorCompiler,
    }
    app.put<OfRecord & { Body: Record<string, unknown> }>(url, options, async (request) =>
      ok(await save(request.params.id, request.body, request)),
    )
  }
  const body = z.looseObject({ id: id(NOT_AN_ID).nullish() })
  const documented = { body: patch.extend({ id: body.shape.id }) }
  const saving = { config: { ...config, documented }, schema: { ...schema, body } }
  app.put<{ Body: z.output<typeof body> }>(`/${path}/save`, saving, async (request) => {
    const { id, ...sent } = request.body
    if (!id && !operations.includes('create')) throw invalid({ id: 'Send the id of a record' })
    const parsed = (id ? patch : wholeInput(resource)).safeParse(sent)
    if (!parsed.success) throw invalid(fieldErrors(parsed.error))
    if (id) return ok(await save(id, onlySent(parsed.data, sent), request))
    return ok(await writer.create(parsed.data as never, actorOf(request))) // checked by wholeInput
  })
}

const removeRoutes: Routes = (app, { path, name, operations }, writer) => {
  if (!operations.includes('remove')) return refuse(app, 'DELETE', `/${path}/delete/:id`)
  const schema = { tags: [name], params: idParams, response: { 200: envelope(nothing) } }
  for (const url of [`/${path}/:id`, `/${path}/delete/:id`]) {
    app.delete<OfRecord>(url, { schema }, async (request) => {
      await writer.remove(request.params.id, actorOf(request))
      return done()
    })
  }
}

/** The call that tells what prevents deleting a record, asked before Delete is offered. */
const usesRoute: Routes = (app, { path, name, operations }, writer) => {
  if (!operations.includes('remove')) return
  const schema = { tags: [name], params: idParams, response: { 200: envelope(recordUses) } }
  app.get<OfRecord>(`/${path}/uses/:id`, { schema }, async ({ params }) => ok({ usedBy: await writer.uses(params.id) }))
}

/** Answers 405 at the long form of an undeclared operation, whose path would otherwise be unknown. */
function refuse(app: FastifyInstance, method: 'PUT' | 'DELETE', url: string): void {
  app.route({
    method,
    url,
    schema: { hide: true },
    handler: () => Promise.reject(new AppError(405, 'This method is not allowed here')),
  })
}

const wholeInput = ({ input, rules }: Resource) => (rules ? withRules(input, rules) : input)
