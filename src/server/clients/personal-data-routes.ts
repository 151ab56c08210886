import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { clientErased, clientStored } from '#contract/clients/clients.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { IS_PURGED } from '#server/accounts/erase/account.ts'
import { askForErasure, continueErasure, removeErasedFiles } from '#server/accounts/erase/erase-client.ts'
import { clientFiles } from '#server/accounts/export/export-client.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { busy, notFound } from '#server/errors.ts'
import { attachment } from '#server/files/attachment.ts'
import { zipPieces } from '#server/files/zip.ts'
import type { Actor, App } from '#server/http/app-types.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

const params = z.object({ id: pathId })
const tags = ['Clients']
const config = { access: 'admin' } as const
/** Milliseconds for which a call erases; the rest continues in the background. */
const ERASES_MS = 10_000
/** Archives that an instance writes at once: each reads everything about a client. */
const ARCHIVES = 2

/** Throws 404 unless it is a client, deleted or not, that was not erased. */
async function requireStored(db: Db, id: number): Promise<void> {
  const client = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`role = array[${sql.lit(Role.CLIENT)}]`)
    .where((where) => where.not(IS_PURGED))
    .where(sql<boolean>`not exists (select from erasures e where e.user_id = users.id)`)
    .executeTakeFirst()
  if (!client) throw notFound('Client')
}

/** Numbers of the records stored about a client, which erasing removes. */
async function countStored(db: Db, id: number) {
  await requireStored(db, id)
  const orders = sql`(select id from orders where user_id = ${id})`
  const { rows } = await sql<z.output<typeof clientStored>>`select
    (select count(*)::int from orders where user_id = ${id}) as orders,
    (select count(*)::int from documents where order_id in ${orders}) as documents,
    (select count(*)::int from mails where order_id in ${orders} or user_id = ${id}) as mails,
    (select count(*)::int from notes where order_id in ${orders}) as notes`.execute(db)
  return rows[0] ?? { orders: 0, documents: 0, mails: 0, notes: 0 }
}

const recordExport = (tx: Tx, _: unknown, { id }: { id: number }, actor: Actor) =>
  recordAudit(tx, actor, { action: 'client.export', entity: 'clients', entityId: id })

/** Calls about everything stored about a client: as an archive, and removing it at once. */
export function personalDataRoutes(app: App, services: Services): void {
  const { db, files, log } = services
  let archives = 0
  app.get('/admin/user/:id/export', { ...DOWNLOAD, config, schema: { tags, params } }, async (request, reply) => {
    const { id } = request.params
    await requireStored(db, id)
    if (archives >= ARCHIVES) throw busy('Two clients are being exported. Please try again in a moment.')
    await run(request, services, recordExport, request.params)
    archives++
    const body = Readable.from(zipPieces(clientFiles(services, id)), { objectMode: false })
    body.once('close', () => archives--)
    return reply
      .headers({ 'content-type': 'application/zip', 'content-disposition': attachment(`client-${id}.zip`) })
      .send(body)
  })
  app.get(
    '/admin/user/:id/erase',
    { config, schema: { tags, params, response: { 200: envelope(clientStored) } } },
    async (request) => ok(await countStored(db, request.params.id)),
  )
  app.post(
    '/admin/user/:id/erase',
    { config, schema: { tags, params, response: { 200: envelope(clientErased) } } },
    async (request) => {
      const { id } = request.params
      await run(request, services, askForErasure, { id })
      const finished = await continueErasure(db, id, Date.now() + ERASES_MS)
      // A job tries again to remove files that the store keeps for now.
      await removeErasedFiles(db, files).catch((error) => log.error({ err: error }, 'files of an erased client remain'))
      return ok({ id, finished })
    },
  )
}
