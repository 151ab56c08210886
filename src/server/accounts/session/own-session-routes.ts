import { z } from 'zod'
import { endedSessions, ownSession } from '#contract/accounts/own-sessions.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { FRAME_TICKET_PATH, frameTicket } from '#contract/lib/frame-ticket.ts'
import { endOtherSessions, endOwnSession, listSessions } from '#server/accounts/own-sessions.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { newFrameTicket } from '#server/http/security/frame-ticket.ts'
import { hashToken } from '#server/http/tokens.ts'
import type { Services } from '#server/services.ts'

const tags = ['Session']

/**
 * Calls about the caller's sessions: list and end them, and get the token with which a page of this session
 * shows HTML.
 */
export function ownSessionRoutes(app: App, services: Services): void {
  app.get('/user/sessions', { schema: { tags, response: { 200: envelope(z.array(ownSession)) } } }, async (request) =>
    ok(await listSessions(services.db, sessionOf(request))),
  )
  app.delete(
    '/user/sessions/:id',
    { schema: { tags, params: z.object({ id: pathId }), response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, endOwnSession, request.params)
      return done()
    },
  )
  app.post(
    '/user/sessions/end-others',
    { schema: { tags, response: { 200: envelope(endedSessions) } } },
    async (request) => ok({ ended: await run(request, services, endOtherSessions, sessionOf(request)) }),
  )
  app.get(`/${FRAME_TICKET_PATH}`, { schema: { tags, response: { 200: envelope(frameTicket) } } }, async (request) => {
    const tokenHash = hashToken(String(request.headers['user-token']))
    return ok({ ticket: newFrameTicket({ id: sessionOf(request).id, tokenHash }) })
  })
}
