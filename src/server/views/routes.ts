import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { oneOf, pathId, tooMany } from '#contract/lib/fields.ts'
import { VIEWED_LISTS, view, viewPage } from '#contract/views/view.ts'
import { lastViewInput, MOST_COUNTS, viewCounts, viewInput, viewPatch, viewPrefsInput } from '#contract/views/views.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import type { Services } from '#server/services.ts'
import { countViews, type ViewCounters } from './count-views.ts'
import { readLastView, saveLastView } from './last-view.ts'
import { listViews } from './read-views.ts'
import { addView, changeView, removeView, restoreView } from './save-views.ts'
import { savePrefs } from './view-prefs.ts'

const tags = ['Views']
const params = z.object({ id: pathId })
const one = { 200: envelope(view) }
const NOT_IDS = 'Send ids as 1,2,3'
const ids = z
  .string({ error: NOT_IDS })
  .transform((text) => text.split(','))
  .pipe(z.array(pathId).max(MOST_COUNTS, tooMany(MOST_COUNTS)))

const adminIn = (request: FastifyRequest) => ({ isAdmin: sessionOf(request).roles.includes(Role.ADMIN) })
const viewerOf = (request: FastifyRequest) => ({ userId: sessionOf(request).userId, ...adminIn(request) })

/** Saved views of lists, for staff only. `counters` count the rows of each list. */
export function viewRoutes(app: App, services: Services, counters: ViewCounters): void {
  app.get(
    '/views',
    {
      schema: {
        tags,
        querystring: z.object({
          list: oneOf(VIEWED_LISTS, `list is one of ${VIEWED_LISTS.join(', ')}`).optional(),
          deleted: oneOf(['0', '1'], 'deleted is 0 or 1').optional(),
        }),
        response: { 200: envelope(viewPage) },
      },
    },
    async (request) => {
      const { list, deleted } = request.query
      const viewer = viewerOf(request)
      const [items, last] = await request.read((from) =>
        Promise.all([
          listViews(from, { ...viewer, list, deleted: deleted === '1' }),
          list ? readLastView(from, { ...viewer, list }) : null,
        ]),
      )
      const totalCount = items.length
      return ok({ items, totalCount, numItemsPerPage: Math.max(totalCount, 1), currentPageNumber: 1, last })
    },
  )
  app.post('/views', { config: { once: true }, schema: { tags, body: viewInput, response: one } }, async (request) =>
    ok(await run(request, services, addView, { ...request.body, ...adminIn(request) })),
  )
  app.get(
    '/views/counts',
    { schema: { tags, querystring: z.object({ ids }), response: { 200: envelope(viewCounts) } } },
    async (request) => {
      const { timeZone } = services.config
      const asked = { ...viewerOf(request), ids: request.query.ids, timeZone }
      return ok(await request.read((from) => countViews(from, counters, asked)))
    },
  )
  app.put(
    '/views/last',
    { schema: { tags, body: lastViewInput, response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, saveLastView, request.body)
      return done()
    },
  )
  app.put(
    '/views/:id',
    { schema: { tags, params, body: viewPatch, response: one }, validatorCompiler: patchValidatorCompiler },
    async (request) =>
      ok(await run(request, services, changeView, { ...request.params, ...adminIn(request), patch: request.body })),
  )
  app.delete('/views/:id', { schema: { tags, params, response: { 200: envelope(nothing) } } }, async (request) => {
    await run(request, services, removeView, { ...request.params, ...adminIn(request) })
    return done()
  })
  app.post('/views/:id/restore', { schema: { tags, params, response: one } }, async (request) =>
    ok(await run(request, services, restoreView, { ...request.params, ...adminIn(request) })),
  )
  app.put(
    '/views/:id/prefs',
    { schema: { tags, params, body: viewPrefsInput, response: one }, validatorCompiler: patchValidatorCompiler },
    async (request) =>
      ok(await run(request, services, savePrefs, { ...request.params, ...adminIn(request), patch: request.body })),
  )
}
