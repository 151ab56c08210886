import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { mail, mailState, mailWithText, retriedMails, retryFailedInput } from '#contract/mails/mails.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { listMails, readMail } from './read-mails.ts'
import { retryFailed, retryMail } from './retry-mails.ts'

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
    return ok(await retryMail(db, request.params.id, actorOf(request)))
  })

  app.post(
    '/admin/mail/retry',
    { schema: { tags, body: retryFailedInput, response: { 200: envelope(retriedMails) } } },
    async (request) => ok(await retryFailed(db, request.body, actorOf(request))),
  )
}
