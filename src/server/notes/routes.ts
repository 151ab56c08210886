import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { note, noteInput, notePage, notePatch } from '#contract/notes/notes.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { listNotes } from './read-notes.ts'
import { addNote, changeNote, removeNote } from './write-notes.ts'

const tags = ['Notes']
const params = z.object({ id: pathId })
const noteParams = z.object({ id: pathId, noteId: pathId })
const one = { 200: envelope(note) }

export function noteRoutes(app: App, services: Services): void {
  app.get(
    '/request/booking/:id/notes',
    {
      schema: {
        tags,
        params,
        querystring: listQuerystring({ searched: false }),
        response: { 200: envelope(notePage) },
      },
    },
    async (request) => {
      const query = parseListQuery(request.query, [])
      return ok(await request.read((from) => listNotes(from, request.params.id, query)))
    },
  )
  app.post(
    '/request/booking/:id/notes',
    { config: { once: true }, schema: { tags, params, body: noteInput, response: one } },
    async (request) => ok(await run(request, services, addNote, { ...request.body, orderId: request.params.id })),
  )
  app.put(
    '/request/booking/:id/notes/:noteId',
    { schema: { tags, params: noteParams, body: notePatch, response: one }, validatorCompiler: patchValidatorCompiler },
    async (request) => {
      const { id: orderId, noteId } = request.params
      return ok(await run(request, services, changeNote, { orderId, noteId, patch: request.body }))
    },
  )
  app.delete(
    '/request/booking/:id/notes/:noteId',
    { schema: { tags, params: noteParams, response: { 200: envelope(nothing) } } },
    async (request) => {
      const { id: orderId, noteId } = request.params
      const isAdmin = sessionOf(request).roles.includes(Role.ADMIN)
      await run(request, services, removeNote, { orderId, noteId, isAdmin })
      return done()
    },
  )
}
