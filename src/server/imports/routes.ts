import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { IMPORT_KINDS } from '#contract/imports/import-fields.ts'
import { fileImport, importProblem, MOST_IMPORTED, remapInput } from '#contract/imports/imports.ts'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { run as runRow } from '#contract/runs/runs.ts'
import { AppError } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { isPerson, requireScope, sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD, UPLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { COUNTED_SHEET, formatOf, sheetFormat } from '#server/resource/exports/format.ts'
import { sendExport } from '#server/resource/exports/send-export.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { MOST_OPTION_BYTES, OPTION_PARTS } from '#server/resource/sent-options.ts'
import { KINDS } from '#server/run-kinds.ts'
import { undoByCall } from '#server/runs/undo-by-call.ts'
import type { Services } from '#server/services.ts'
import { checkAgain, checkFile, inHand } from './check-aside.ts'
import { countProblems, kindOfImport, listProblems, readImport } from './read-import.ts'
import { sentFile } from './sent-file.ts'
import { startImport } from './start-import.ts'

const tags = ['Import']
const params = z.object({ id: pathId })
const one = { 200: envelope(fileImport) }
const started = { 200: envelope(runRow) }

/** Options of a form with a file, and room for the rest of the form. */
const LONG = { ...UPLOAD, bodyLimit: MOST_IMPORTED.bytes + 2 * MOST_OPTION_BYTES + 64 * 1024 }
const LISTED = { sortable: [], searched: false }

/** Allows a longer silence: a file is checked without a byte on the connection. */
const waitFor = ({ raw }: FastifyRequest) => raw.socket.setTimeout(LONG.handlerTimeout)

/**
 * The import in the address, for callers who may import its kind: a key needs the scope to write it. Throws
 * 403, 404.
 */
async function importOf({ db }: Services, request: FastifyRequest & { params: { id: number } }): Promise<number> {
  const { id } = request.params
  const kind = await kindOfImport(db, id)
  requireScope(request, `${kind}:write`)
  return id
}

export function importRoutes(app: App, services: Services): void {
  const { db } = services
  for (const kind of IMPORT_KINDS)
    app.post(
      `/import/${kind}/check`,
      { ...LONG, config: { documented: { file: 'file', parts: OPTION_PARTS } }, schema: { tags, response: one } },
      async (request) => {
        const { userId } = sessionOf(request)
        const bytes = Number(request.headers['content-length'])
        const id = await inHand({ userId, bytes }, async () => {
          const file = await sentFile(services, request)
          waitFor(request)
          return checkFile(services, { kind, userId, remembers: isPerson(request), ...file })
        })
        return ok(await readImport(db, id))
      },
    )
  const again = { ...UPLOAD, schema: { tags, params, body: remapInput, response: one } }
  app.post('/import/:id/check', again, async (request) => {
    const id = await importOf(services, request)
    waitFor(request)
    const { userId } = sessionOf(request)
    await inHand({ userId, bytes: 0 }, () =>
      checkAgain(services, userId, { id, remembers: isPerson(request), ...request.body }),
    )
    return ok(await readImport(db, id))
  })
  app.get('/import/:id', { schema: { tags, params, response: one } }, async (request) =>
    ok(await readImport(db, await importOf(services, request))),
  )
  problemRoutes(app, services)
  changeRoutes(app, services)
}

function problemRoutes(app: App, services: Services): void {
  const { db } = services
  const list = {
    tags,
    params,
    querystring: listQuerystring(LISTED),
    response: { 200: envelope(listOf(importProblem)) },
  }
  app.get('/import/:id/problems', { schema: list }, async (request) =>
    ok(await listProblems(db, await importOf(services, request), parseListQuery(request.query, []))),
  )
  const querystring = z.object({ format: sheetFormat })
  app.get(
    '/import/:id/problems/export',
    { ...DOWNLOAD, config: COUNTED_SHEET, schema: { tags, params, querystring } },
    async (request, reply) => {
      const id = await importOf(services, request)
      return sendExport(request, reply, services, {
        file: 'import-problems-thread',
        beside: import.meta.url,
        name: `Problems of import ${id}`,
        format: formatOf(request.query),
        input: id,
        count: (from) => countProblems(from, id),
      })
    },
  )
}

/** Calls on a checked file. */
function changeRoutes(app: App, services: Services): void {
  const { db } = services
  const schema = { tags, params, response: started }
  app.post('/import/:id/apply', { config: { once: true }, schema }, async (request) => {
    const id = await importOf(services, request)
    return ok(await run(request, services, startImport, { id }))
  })
  app.post('/import/:id/undo', { schema }, async (request) => {
    const { run: imported } = await readImport(db, await importOf(services, request))
    if (!imported) throw new AppError(409, 'This file was not imported.')
    return ok((await undoByCall(request, services, KINDS, imported.id)).run)
  })
}
