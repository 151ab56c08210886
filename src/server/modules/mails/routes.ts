import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { mail, mailState, mailWithText } from '#contract/mails.ts'
import { type App, actorOf } from '#server/lib/app-types.ts'
import { recordAudit } from '#server/lib/audit.ts'
import { AppError, invalid } from '#server/lib/errors.ts'
import { retryDelivery } from '#server/lib/outbox.ts'
import { listQuerystring, parseListQuery } from '#server/lib/paginate.ts'
import { ok } from '#server/lib/reply.ts'
import type { Services } from '#server/lib/services.ts'
import { listMails, readMail } from './read-mails.ts'

const idParams = z.object({ id: pathId })
const tags = ['Mails']
const one = { 200: envelope(mailWithText) }

function filterOf(query: Record<string, unknown>) {
  const state = query.state === undefined ? null : mailState.safeParse(query.state)
  if (state && !state.success) throw invalid({ state: `state is one of ${mailState.options.join(', ')}` })
  const orderId = query.order_id === undefined ? null : pathId.safeParse(query.order_id)
  if (orderId && !orderId.success) throw invalid({ order_id: 'order_id is the id of an order' })
  return { state: state?.data ?? null, orderId: orderId?.data ?? null }
}

export function mailRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/mail',
    { schema: { tags, querystring: listQuerystring, response: { 200: envelope(listOf(mail)) } } },
    async (request) => {
      const { state, order_id, ...list } = request.query
      const [query, filter] = [parseListQuery(list, ['id']), filterOf({ state, order_id })]
      return ok(await request.read((db) => listMails(db, query, filter)))
    },
  )

  app.get('/admin/mail/:id', { schema: { tags, params: idParams, response: one } }, async (request) =>
    ok(await readMail(db, request.params.id)),
  )

  app.post('/admin/mail/:id/retry', { schema: { tags, params: idParams, response: one } }, async (request) => {
    const { id } = request.params
    const before = await readMail(db, id)
    const again = before.deliveries.filter((each) => each.state === 'failed' || each.state === 'unsent')
    if (again.length === 0) throw new AppError(409, 'Nothing of this mail has failed.')
    await db.transaction().execute(async (tx) => {
      const retried: boolean[] = []
      for (const each of again) retried.push(await retryDelivery(tx, each.id))
      if (!retried.includes(true))
        throw new AppError(409, 'This mail cannot be sent again: its text is no longer kept.')
      await recordAudit(tx, actorOf(request), { action: 'mail.retry', entity: 'mails', entityId: id })
    })
    return ok(await readMail(db, id))
  })
}
