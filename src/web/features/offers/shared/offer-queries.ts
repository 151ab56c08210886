import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { keptQuote, type Offer, offerQuestion, offers, QUOTES_PATH } from '#contract/offers/offers.ts'
import { templateListItem } from '#contract/templates/templates.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

/** Kept quotes that are offered to choose from. */
const NEWEST = 10

/** One offer with its options. */
export const offerQuery = (id: number) => resourceQueries(offers).get(id)

/** An offer's row from a loaded list, so that its page opens at once. */
export const findSeenOffer = (id: number): Offer | undefined =>
  queryClient
    .getQueriesData<Page<Offer>>({ queryKey: [offers.key, 'list'] })
    .flatMap(([, page]) => page?.items ?? [])
    .find((row) => row.id === id)

/** What was asked on the page of an offer, newest first. */
export const questionsQuery = (id: number) =>
  queryOptions({
    queryKey: [offers.key, 'one', id, 'questions'],
    queryFn: ({ signal }) => request(z.array(offerQuestion), `${offers.path}/${id}/questions`, { signal }),
  })

/** Mail templates of staff's that lead to the page of an offer: others are refused. */
export const offerTemplatesQuery = queryOptions({
  queryKey: [CHOICES, 'template/email', 'with offer.url'],
  queryFn: async ({ signal }) => {
    const query = { system: 'false', variable: 'offer.url', page: 1, per_page: MAX_PER_PAGE }
    return (await request(listOf(templateListItem), 'template/email/get_all', { query, signal })).items
  },
  staleTime: 60_000,
})

/** The newest prices that the calculator gave: those of a client, else of all. */
export const keptQuotesQuery = (clientId: number | null) =>
  queryOptions({
    queryKey: ['quotes', clientId],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: NEWEST, ...(clientId === null ? {} : { clientId }) }
      return (await request(listOf(keptQuote), QUOTES_PATH, { query, signal })).items
    },
  })

/** Reads offers and orders again: each shows what the others carry. */
export const refreshOffers = () =>
  Promise.all([[offers.key], ORDERS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
