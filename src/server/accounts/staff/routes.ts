import { z } from 'zod'
import { endedSessions, ownSession } from '#contract/accounts/own-sessions.ts'
import { STAFF_PATH, staffAccount } from '#contract/accounts/staff-accounts.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { pagedList } from '#server/resource/paged-list.ts'
import type { Services } from '#server/services.ts'
import { endStaffSession, endStaffSessions, listStaffAccounts, listStaffSessions } from './staff-accounts.ts'

const tags = ['Staff']
const config = { access: 'admin' } as const
const params = z.object({ id: pathId })

/** Calls about staff: who works here, and where they are signed in. */
export function staffRoutes(app: App, services: Services): void {
  pagedList(
    app,
    { paths: [`/${STAFF_PATH}`], tag: 'Staff', row: staffAccount, sortable: ['id', 'username'], config },
    (query, from) => listStaffAccounts(from, query),
  )
  app.get(
    `/${STAFF_PATH}/:id/sessions`,
    { config, schema: { tags, params, response: { 200: envelope(z.array(ownSession)) } } },
    // The list comes from the primary: staff act on it.
    async (request) =>
      ok(await listStaffSessions(services.db, { ...request.params, sessionId: sessionOf(request).id })),
  )
  app.delete(
    `/${STAFF_PATH}/:id/sessions`,
    { config, schema: { tags, params, response: { 200: envelope(endedSessions) } } },
    async (request) => ok({ ended: await run(request, services, endStaffSessions, request.params) }),
  )
  app.delete(
    `/${STAFF_PATH}/:id/sessions/:sid`,
    { config, schema: { tags, params: params.extend({ sid: pathId }), response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, endStaffSession, request.params)
      return done()
    },
  )
}
