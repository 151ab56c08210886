import { type RawBuilder, sql } from 'kysely'
import { MOST_COUNTED, type Page } from '#contract/lib/envelope.ts'
import type { Filters } from '#contract/lib/filters.ts'
import type { OfferState } from '#contract/offers/offer-codes.ts'
import { OFFER_FILTERS } from '#contract/offers/offer-filters.ts'
import { type Offer, type OfferOption, offers } from '#contract/offers/offers.ts'
import type { Db } from '#server/db/client.ts'
import type { CountKept } from '#server/resource/filtered-page.ts'
import type { Condition, FilterClock, FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { storedContains } from '#server/resource/folded.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { tableReads } from '#server/resource/table-reads.ts'
import { usualValidUntil } from './usual-valid-until.ts'

/** SQL: the state of an offer as it is now; expiry is a matter of time, and is not stored. */
const STATE = `case when offers.state = 'sent' and offers.valid_until <= now() then 'expired' else offers.state end`
const state: RawBuilder<OfferState> = sql.raw(STATE)

/** SQL: when an offer was sent, as reports count it: when its mail left, or was made where none leaves. */
const SENT_AT = '(coalesce(offers.sent_at, (select m.created_at from mails m where m.id = offers.mail_id)))'

const OPTIONS: RawBuilder<OfferOption[]> = sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'position', o.position, 'quoteId', o.quote_id, 'label', o.label, 'mode', o.mode,
    'inputs', o.inputs, 'lines', o.lines, 'price', o.price, 'manual', o.manual, 'missing', o.missing, 'currency', 'USD',
    'days', o.days, 'chosen', o.chosen) order by o.position)
  from offer_options o where o.offer_id = offers.id), '[]')`

const select = (from: Db) =>
  from
    .selectFrom('offers')
    .leftJoin('mails as m', 'm.id', 'offers.mailId')
    .select([
      'offers.id',
      'offers.updatedAt',
      'offers.createdAt',
      'offers.reference',
      'offers.clientId',
      'offers.orderId',
    ])
    .select(['offers.name', 'offers.company', 'offers.email', 'offers.ownerId', 'offers.validUntil', 'offers.note'])
    .select(['offers.sentAt', 'offers.mailId', 'm.sendAt as mailSendAt', 'offers.seenAt', 'offers.answeredAt'])
    .select([
      'offers.answeredName',
      'offers.answeredNote',
      'offers.declineReason',
      'offers.declineNote',
      'offers.replacesId',
    ])
    .select(['offers.followUpAt', 'offers.followUps', 'offers.documentId'])
    .select([
      state.as('state'),
      OPTIONS.as('options'),
      sql<string | null>`host(offers.answered_from)`.as('answeredFrom'),
      sql<string | null>`encode(offers.snapshot_hash, 'hex')`.as('snapshotHash'),
      sql<
        Offer['owner']
      >`(select json_build_object('id', u.id, 'name', u.username) from users u where u.id = offers.owner_id)`.as(
        'owner',
      ),
      sql<number | null>`(select r.id from offers r where r.replaces_id = offers.id)`.as('replacedById'),
    ])

const FILTERED: FilterColumns<typeof OFFER_FILTERS> = {
  state: { sql: STATE, type: 'text' },
  ownerId: { sql: 'offers.owner_id' },
  clientId: { sql: 'offers.client_id' },
  sentAt: { sql: SENT_AT },
  validUntil: { sql: 'offers.valid_until' },
  followUpAt: { sql: 'offers.follow_up_at' },
}

/** The filters as conditions. States are asked of the stored ones and of the time, which an index answers. */
function narrowed({ state: asked, ...where }: Filters, clock: Pick<FilterClock, 'timeZone'>): Condition[] {
  if (asked?.operator !== 'is' && asked?.operator !== 'in')
    return filterConditions(OFFER_FILTERS, FILTERED, { ...where, ...(asked && { state: asked }) }, clock)
  const others = asked.values.filter((value) => value !== 'sent' && value !== 'expired')
  const any = [
    ...(others.length > 0 ? [sql<boolean>`offers.state = any(${others}::text[])`] : []),
    ...(asked.values.includes('sent') ? [sql<boolean>`(offers.state = 'sent' and offers.valid_until > now())`] : []),
    ...(asked.values.includes('expired')
      ? [sql<boolean>`(offers.state = 'sent' and offers.valid_until <= now())`]
      : []),
  ]
  return [sql<boolean>`(${sql.join(any, sql` or `)})`, ...filterConditions(OFFER_FILTERS, FILTERED, where, clock)]
}

type Read = Omit<Offer, 'mail'> & { mailId: number | null; mailSendAt: string | null }

/** Offers with their options. `clock` counts the days of filters, and says until when drafts would be valid. */
export function offerReads(db: Db, clock: Pick<FilterClock, 'timeZone'>) {
  const { find, list, countUpTo, all } = tableReads(db, offers, {
    read: select,
    search: (typed) => storedContains(sql`offers.searched`, typed, { allBare: true }),
    keepsTotal: true,
    newestFirst: true,
    plannedOnce: true,
    narrow: (where) => narrowed(where, clock),
    columns: { state },
  })
  const whole = async (from: Db, rows: readonly Offer[]): Promise<Offer[]> => {
    const open = rows.filter(({ state: now, validUntil }) => now === 'draft' && validUntil === null)
    const usual = await usualValidUntil(
      from,
      open.map(({ options }) => options),
      { now: new Date(), timeZone: clock.timeZone },
    )
    return rows.map((row) => {
      // The columns of `select`.
      const { mailId, mailSendAt, ...offer } = row as unknown as Read
      const at = open.indexOf(row)
      const mail = mailId === null ? null : { id: mailId, sendAt: mailSendAt }
      return { ...offer, mail, validUntil: at < 0 ? offer.validUntil : (usual[at] ?? null) }
    })
  }
  return {
    countUpTo,
    find: async (from: Db, id: number): Promise<Offer> =>
      (await whole(from, [(await find(from, id)) as Offer]))[0] as Offer, // one for one
    list: async (query: ListQuery, from = db): Promise<Page<Offer>> => {
      const page = await list(query, from)
      return { ...page, items: await whole(from, page.items as Offer[]) }
    },
    async *all(query: ListQuery, from: Db): AsyncGenerator<Offer[]> {
      for await (const rows of all(query, from)) yield await whole(from, rows as Offer[])
    },
  }
}

/** How many offers a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be read. */
export const countOffers: CountKept = (db, { filters, search }, { userId, ...clock }, most = MOST_COUNTED) => {
  const where = keptFilters(OFFER_FILTERS, filters, userId)
  return offerReads(db, clock).countUpTo({ page: 1, perPage: 1, order: [], search, where }, most)
}
