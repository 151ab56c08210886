import { z } from 'zod'
import { CLIENT_FILTERS } from '#contract/clients/client-filters.ts'
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
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { deleteClient, listDeletedClients, restoreClient } from '#server/accounts/delete-client.ts'
import { withFreeEmail } from '#server/accounts/free-email.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { refuseWeak } from '#server/accounts/passwords/weak-passwords.ts'
import { readAccount, readClient } from '#server/accounts/read-client.ts'
import type { App } from '#server/http/app-types.ts'
import { requireConfirmed, sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { pagedList } from '#server/resource/paged-list.ts'
import type { Services } from '#server/services.ts'
import { clientExportRoutes } from './export-routes.ts'
import { endImpersonation, impersonate, listImpersonations } from './impersonate.ts'
import { changedClients, listClients } from './list-clients.ts'
import { personalDataRoutes } from './personal-data-routes.ts'
import { changePassword, editClient, registerClient } from './save-client.ts'
import { shipperRoutes } from './shipper-routes.ts'

const params = z.object({ id: pathId })
const tags = ['Clients']
const one = { 200: envelope(client) }
const NOT_PASSWORDS = 'An API key cannot change passwords.'

export function clientRoutes(app: App, services: Services): void {
  accountRoutes(app, services)
  deletionRoutes(app, services)
  impersonationRoutes(app, services)
  clientExportRoutes(app, services)
  personalDataRoutes(app, services)
  shipperRoutes(app, services)
}

function accountRoutes(app: App, services: Services): void {
  const { db } = services
  const list = {
    paths: ['/admin/user'],
    tag: 'Clients',
    row: client,
    sortable: CLIENT_SORT_KEYS,
    filters: CLIENT_FILTERS,
    changed: changedClients,
  }
  const { timeZone } = services.config
  pagedList(app, list, (query, from) => listClients(from, query, { timeZone }))
  app.get('/user/:id', { schema: { tags, params, response: one } }, async (request) => {
    // A key reaches clients only, whatever its owner may see.
    const read = sessionOf(request).apiKeyId === null ? readAccount : readClient
    return ok(await read(db, request.params.id))
  })

  app.post(
    '/registration',
    { config: { once: true }, schema: { tags, body: registrationInput, response: one } },
    async (request) => {
      const { password, ...fields } = request.body
      await refuseWeak(services, password, fields, 'password')
      const input = { ...fields, passwordHash: await hashPassword(password) }
      return ok(await withFreeEmail(() => run(request, services, registerClient, input)))
    },
  )
  app.put('/user/:id', { schema: { tags, params, body: clientPatch, response: one } }, async (request) => {
    const { password, ...patch } = request.body
    const { id } = request.params
    if (password !== undefined) {
      requireConfirmed(request, NOT_PASSWORDS)
      await refuseWeak(services, password, { ...(await readClient(db, id)), ...patch }, 'password')
    }
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    const input = { ...patch, id, passwordHash }
    return ok(await withFreeEmail(() => run(request, services, editClient, input)))
  })
  app.post(
    '/admin/user/change/password/:id',
    { schema: { tags, params, body: newPasswordInput, response: { 200: envelope(nothing) } } },
    async (request) => {
      const { id } = request.params
      const { newPassword } = request.body
      await refuseWeak(services, newPassword, await readClient(db, id), 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      await run(request, services, changePassword, { id, passwordHash })
      return done()
    },
  )
}

function deletionRoutes(app: App, services: Services): void {
  app.delete(
    '/admin/user/:id',
    { schema: { tags, params, response: { 200: envelope(clientDeleted) } } },
    async (request) => ok(await run(request, services, deleteClient, request.params)),
  )
  const list = { paths: ['/admin/user/deleted'], tag: 'Clients', row: deletedClient, sortable: [] }
  pagedList(app, list, (query, from) => listDeletedClients(from, query))
  app.post('/admin/user/:id/restore', { schema: { tags, params, response: one } }, async (request) =>
    ok(await withFreeEmail(() => run(request, services, restoreClient, request.params))),
  )
}

function impersonationRoutes(app: App, services: Services): void {
  app.get(
    '/user/get/:id',
    { config: { writes: true }, schema: { tags, params, response: { 200: envelope(impersonation) } } },
    async (request) => {
      const { userId: impersonatorId, id: sessionId } = sessionOf(request)
      const userAgent = request.headers['user-agent'] ?? ''
      return ok(
        await run(request, services, impersonate, { id: request.params.id, impersonatorId, sessionId, userAgent }),
      )
    },
  )
  app.get(
    '/admin/user/:id/impersonations',
    { schema: { tags, params, response: { 200: envelope(z.array(impersonationEntry)) } } },
    async (request) => ok(await listImpersonations(services.db, request.params.id)),
  )
  app.delete(
    '/admin/user/:id/impersonations/:sessionId',
    { schema: { tags, params: params.extend({ sessionId: pathId }), response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, endImpersonation, request.params)
      return done()
    },
  )
}
