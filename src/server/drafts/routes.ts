import { z } from 'zod'
import { DRAFTS_PATH, draft, draftInput, draftPath, draftQuery } from '#contract/drafts/drafts.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { listDrafts } from './read-drafts.ts'
import { removeDraft, saveDraft } from './save-draft.ts'

const tags = ['Drafts']

/** Calls about the caller's own drafts; nobody sees those of others. */
export function draftRoutes(app: App, services: Services): void {
  app.get(`/${DRAFTS_PATH}`, { schema: { tags, response: { 200: envelope(z.array(draft)) } } }, async (request) =>
    ok(await listDrafts(services.db, sessionOf(request).userId)),
  )
  app.put(
    `/${DRAFTS_PATH}/:kind/:id`,
    { schema: { tags, params: draftPath, body: draftInput, response: { 200: envelope(draft) } } },
    async (request) => {
      const { userId } = sessionOf(request)
      return ok(await run(request, services, saveDraft, { ...request.body, ...request.params, userId }))
    },
  )
  app.delete(
    `/${DRAFTS_PATH}/:kind/:id`,
    { schema: { tags, params: draftPath, querystring: draftQuery, response: { 200: envelope(nothing) } } },
    async (request) => {
      const { tab = '', revision } = request.query
      const seen = revision === undefined ? null : Number(revision)
      const { userId } = sessionOf(request)
      await run(request, services, removeDraft, { ...request.params, userId, tab, revision: seen })
      return done()
    },
  )
}
