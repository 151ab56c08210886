import { z } from 'zod'
import { mailState } from '#contract/codes/mail-state.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { MAIL_FILTERS } from '#contract/mail/mail-filters.ts'
import { mail, mailWithText, retriedMails, retryFailedInput } from '#contract/mail/mails.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { pagedList, singleFilters } from '#server/resource/paged-list.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { cancelMail } from './cancel-mail.ts'
import { listMails, readMail, withMessageId } from './read-mails.ts'
import { retryFailed, retryMail } from './retry-mails.ts'

const idParams = z.object({ id: pathId })
const tags = ['Mails']
const one = { 200: envelope(mailWithText) }

function filterOf(query: ListQuery) {
  const sent = singleFilters(query)
  const state = sent.state === undefined ? null : mailState.safeParse(sent.state)
  if (state && !state.success) throw invalid({ state: `state is one of ${mailState.options.join(', ')}` })
  const orderId = sent.order_id === undefined ? null : pathId.safeParse(sent.order_id)
  if (orderId && !orderId.success) throw invalid({ order_id: 'order_id is the id of an order' })
  return { state: state?.data ?? null, orderId: orderId?.data ?? null }
}

const LIST = {
  paths: ['/admin/mail'],
  tag: 'Mails',
  row: mail,
  sortable: ['id'],
  filterable: ['state', 'order_id'],
  filters: MAIL_FILTERS,
} as const

export function mailRoutes(app: App, services: Services): void {
  const { config } = services
  pagedList(app, LIST, async (query, from) => {
    const page = await listMails(from, query, { ...filterOf(query), timeZone: config.timeZone })
    return { ...page, items: page.items.map((each) => withMessageId(each, config)) }
  })

  app.get('/admin/mail/:id', { schema: { tags, params: idParams, response: one } }, async (request) =>
    ok(withMessageId(await readMail(services.db, request.params.id), config)),
  )

  app.post('/admin/mail/:id/retry', { schema: { tags, params: idParams, response: one } }, async (request) =>
    ok(withMessageId(await run(request, services, retryMail, request.params), config)),
  )

  app.post(
    '/admin/mail/:id/cancel',
    {
      schema: {
        tags,
        params: idParams,
        response: one,
      },
    },
    async (request) => ok(withMessageId(await run(request, services, cancelMail, request.params), config)),
  )

  app.post(
    '/admin/mail/retry',
    { schema: { tags, body: retryFailedInput, response: { 200: envelope(retriedMails) } } },
    async (request) => ok(await run(request, services, retryFailed, request.body)),
  )
}
