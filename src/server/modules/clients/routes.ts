import { z } from 'zod'
import {
  CLIENT_SORT_KEYS,
  client,
  clientDeleted,
  clientPatch,
  deletedClient,
  impersonation,
  impersonationEntry,
  newPasswordInput,
  registrationInput,
} from '#contract/clients/clients.ts'
import { shipper, shipperInput } from '#contract/clients/shippers.ts'
import { envelope, listOf, nothing } from '#contract/lib/envelope.ts'
import { pathId, version } from '#contract/lib/fields.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { done, ok } from '#server/http/reply.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { deleteClient, listDeletedClients, restoreClient } from './delete-client.ts'
import { endImpersonation, impersonate, impersonationsOf } from './impersonate.ts'
import { listClients, readAccount } from './read-clients.ts'
import { changePassword, editClient, registerClient, withFreeEmail } from './save-client.ts'
import { addShipper, editShipper, listShippers } from './shippers.ts'

const params = z.object({ id: pathId })
const tags = ['Clients']
const one = { 200: envelope(client) }

export function clientRoutes(app: App, services: Services): void {
  accountRoutes(app, services)
  deletionRoutes(app, services)
  impersonationRoutes(app, services)
  shipperRoutes(app, services)
}

function accountRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/user',
    { schema: { tags, querystring: listQuerystring, response: { 200: envelope(listOf(client)) } } },
    async (request) => {
      const query = parseListQuery(request.query, CLIENT_SORT_KEYS)
      return ok(await request.read((db) => listClients(db, query)))
    },
  )
  app.get('/user/:id', { schema: { tags, params, response: one } }, async (request) =>
    ok(await readAccount(db, request.params.id)),
  )

  app.post('/registration', { schema: { tags, body: registrationInput, response: one } }, async (request) => {
    const passwordHash = await hashPassword(request.body.password)
    return ok(
      await withFreeEmail(() =>
        idempotent(db, request, (tx) => registerClient(tx, request.body, passwordHash, actorOf(request))),
      ),
    )
  })
  app.put('/user/:id', { schema: { tags, params, body: clientPatch, response: one } }, async (request) =>
    ok(await editClient(db, request.params.id, request.body, actorOf(request))),
  )
  app.post(
    '/admin/user/change/password/:id',
    { schema: { tags, params, body: newPasswordInput, response: { 200: envelope(nothing) } } },
    async (request) => {
      await changePassword(db, request.params.id, request.body.newPassword, actorOf(request))
      return done()
    },
  )
}

function deletionRoutes(app: App, { db }: Services): void {
  app.delete(
    '/admin/user/:id',
    { schema: { tags, params, response: { 200: envelope(clientDeleted) } } },
    async (request) => ok(await deleteClient(db, request.params.id, actorOf(request))),
  )
  app.get(
    '/admin/user/deleted',
    { schema: { tags, querystring: listQuerystring, response: { 200: envelope(listOf(deletedClient)) } } },
    async (request) => {
      const query = parseListQuery(request.query, [])
      return ok(await request.read((db) => listDeletedClients(db, query)))
    },
  )
  app.post('/admin/user/:id/restore', { schema: { tags, params, response: one } }, async (request) =>
    ok(await restoreClient(db, request.params.id, actorOf(request))),
  )
}

function impersonationRoutes(app: App, { db }: Services): void {
  app.get(
    '/user/get/:id',
    { config: { writes: true }, schema: { tags, params, response: { 200: envelope(impersonation) } } },
    async (request) => ok(await impersonate(db, request.params.id, request)),
  )
  app.get(
    '/admin/user/:id/impersonations',
    { schema: { tags, params, response: { 200: envelope(z.array(impersonationEntry)) } } },
    async (request) => ok(await impersonationsOf(db, request.params.id)),
  )
  app.delete(
    '/admin/user/:id/impersonations/:sessionId',
    { schema: { tags, params: params.extend({ sessionId: pathId }), response: { 200: envelope(nothing) } } },
    async (request) => {
      await endImpersonation(db, request.params.id, request.params.sessionId, request)
      return done()
    },
  )
}

function shipperRoutes(app: App, { db }: Services): void {
  const saved = { 200: envelope(shipper) }
  app.get(
    '/user/:id/shipper_information/get_all',
    { schema: { tags, params, response: { 200: envelope(z.array(shipper)) } } },
    async (request) => ok(await listShippers(db, request.params.id)),
  )
  app.post(
    '/user/:id/shipper_information',
    { schema: { tags, params, body: shipperInput, response: saved } },
    async (request) =>
      ok(await idempotent(db, request, (tx) => addShipper(tx, request.params.id, request.body, actorOf(request)))),
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
    async (request) =>
      ok(await editShipper(db, request.params.id, request.params.companyId, request.body, actorOf(request))),
  )
}
