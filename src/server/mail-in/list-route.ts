import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { oneOf, pathId } from '#contract/lib/fields.ts'
import { MAIL_IN_PATH, MATCHED_FILTER, mailInPage } from '#contract/mail-in/mail-in.ts'
import { AUTOMATIC, MAIL_IN_STATES } from '#contract/mail-in/mail-in-codes.ts'
import { ownerOf } from '#server/attention/owners.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { ok } from '#server/http/reply.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { listMailIn, type MailInFilter } from './read-mail-in.ts'

type Query = Record<string, unknown>
const SORTABLE = ['receivedAt'] as const

/** The value of a parameter; null without it. Throws 400 at its name. */
function oneValue<T extends string>(query: Query, name: string, values: readonly T[]): T | null {
  const sent = query[name]
  if (sent === undefined) return null
  const read = oneOf(values).safeParse(sent)
  if (!read.success) throw invalid({ [name]: `${name} is one of ${values.join(', ')}` })
  return read.data as T // one of them
}

function filterOf(query: Query, me: number): MailInFilter {
  if (query.claimed !== undefined && query.claimed !== 'me') throw invalid({ claimed: 'claimed is me' })
  const orderId = query.orderId === undefined ? null : pathId.safeParse(query.orderId)
  if (orderId && !orderId.success) throw invalid({ orderId: 'orderId is the id of an order' })
  return {
    state: oneValue(query, 'state', MAIL_IN_STATES),
    owner: ownerOf(query.owner, me),
    claimedBy: query.claimed === undefined ? null : me,
    matched: oneValue(query, 'matched', MATCHED_FILTER),
    automatic: oneValue(query, 'automatic', AUTOMATIC),
    orderId: orderId?.data ?? null,
  }
}

const text = z.string().optional()
const FILTERS = {
  state: text.describe(`${MAIL_IN_STATES.join(', ')}; without it all but ignored.`),
  owner: text.describe(
    'Whose mail: me, none, or the id of a member of staff. Its owner is who claimed it, else who is in charge of its one order.',
  ),
  claimed: text.describe('me: what you have claimed.'),
  matched: text.describe(`By what it was matched: ${MATCHED_FILTER.join(', ')}.`),
  automatic: text.describe(`What no person wrote: ${AUTOMATIC.join(', ')}.`),
  orderId: text.describe('Only what is linked with this order.'),
}

/** `GET mail-in`. */
export function listRoute(app: App): void {
  const querystring = listQuerystring({ sortable: SORTABLE, more: FILTERS })
  app.get(
    `/${MAIL_IN_PATH}`,
    { schema: { tags: ['Incoming mail'], querystring, response: { 200: envelope(mailInPage) } } },
    async (request) => {
      const me = sessionOf(request).userId
      const filter = filterOf(request.query, me)
      // Its name begins like a sort key.
      const { orderId: _, ...sent } = request.query
      const { order, ...query } = parseListQuery(sent, SORTABLE)
      return ok(await request.read((from) => listMailIn(from, { ...query, order }, filter, me)))
    },
  )
}
