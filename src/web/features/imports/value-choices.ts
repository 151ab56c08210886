import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { depots } from '#contract/reference/depots.ts'
import { events } from '#contract/reference/events.ts'
import { locations } from '#contract/reference/locations.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

const YES_OR_NO = ['Yes', 'No']

/** Fields with a short list: the texts that a cell may have. */
export const SHORT_LISTS: Readonly<Record<string, readonly string[]>> = {
  transportationMode: MODE_LABELS,
  shipmentTradeTerms: TRADE_TERMS_LABELS,
  status: STATUS_LABELS,
  cargoInsurance: YES_OR_NO,
  customBrokerage: YES_OR_NO,
}

/** A text that a cell may have, as the select shows it. */
interface Choice {
  value: string
  label: string
}

/** Records of one kind among those that a field names. */
interface Source {
  group: string
  /** Those that match what is typed. */
  query: (typed: string) => ReturnType<typeof queryOfChoices>
}

const queryOfChoices = (key: string, typed: string, read: () => Promise<Choice[]>) =>
  queryOptions({
    queryKey: [CHOICES, 'import-values', key, typed],
    queryFn: read,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

const named = (name: string): Choice => ({ value: name, label: name })

function recordsOf<Row extends z.ZodObject>(
  group: string,
  resource: Pick<Resource<Row>, 'key' | 'path' | 'row' | 'sortable'>,
  choiceOf: (row: z.output<Row>) => Choice | null,
): Source {
  const read = async (typed: string) =>
    (await queryClient.fetchQuery(resourceQueries<Row>(resource).offered(typed))).flatMap((row) => choiceOf(row) ?? [])
  return { group, query: (typed) => queryOfChoices(resource.key, typed, () => read(typed)) }
}

const DEPOTS = recordsOf('Depots', depots, ({ name, visibility, status }) =>
  visibility && status ? named(name) : null,
)
const PLACES = [
  recordsOf('Ports', ports, ({ code, name }) => ({ value: code, label: `${code} — ${name}` })),
  recordsOf('Cities', cities, ({ code, name }) => ({ value: code, label: `${code} — ${name}` })),
]
const EVENTS = [recordsOf('Events', events, ({ name }) => named(name))]
const STAFF: Source = {
  group: 'Staff',
  query: (typed) =>
    queryOfChoices('staff', typed, async () => {
      const { items } = await queryClient.fetchQuery(staffQuery)
      return items
        .map(({ name }) => named(name))
        .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    }),
}

/** Fields that name records, with where these are searched. */
export const SEARCHED_LISTS: Readonly<Record<string, readonly Source[]>> = {
  shipmentOriginPort: [
    DEPOTS,
    recordsOf('Pick-up locations', locations, ({ city, visibility }) => (visibility ? named(city.name) : null)),
    recordsOf('Ports', ports, ({ name }) => named(name)),
  ],
  originDepot: [DEPOTS],
  shipmentDestination: [recordsOf('Destinations', cartages, ({ name, status }) => (status ? named(name) : null))],
  event: EVENTS,
  events: EVENTS,
  inCharge: [STAFF],
  vessel: [recordsOf('Vessels', vessels, ({ name }) => named(name))],
  placeOfReceipt: PLACES,
  portOfLoading: PLACES,
  portOfDischarge: PLACES,
  placeOfDelivery: PLACES,
}
