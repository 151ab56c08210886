import { z } from 'zod'
import { CLOCKS } from '#contract/free-time/free-time-codes.ts'
import { defineResource, namedRecord } from '#contract/lib/resource.ts'

export const ARRIVALS_PATH = 'arrivals'
/** Sort keys of the list; without one, the first last free day comes first. */
export const ARRIVAL_SORTS = ['lastFreeDay', 'accrued', 'appointmentAt'] as const

/** What is at the destination: a container that is not back, or the cargo of an LCL order that is not delivered. */
export const arrival = z.object({
  key: z.string().describe('c and the id of a container, or o and the id of an LCL order.'),
  container: z.object({ id: z.int(), number: z.string() }).nullable(),
  order: z
    .object({ id: z.int(), trackingCode: z.string(), companyName: z.string() })
    .nullable()
    .describe('null for a container of several orders.'),
  sailing: z.object({ id: z.int(), reference: z.string() }).nullable(),
  clock: z.literal(CLOCKS).nullable().describe('The clock that runs out first; null if none runs.'),
  lastFreeDay: z.string().nullable(),
  daysLeft: z.int().nullable(),
  accrued: z.object({ amount: z.number(), currency: z.string(), perDay: z.number() }).nullable(),
  release: z
    .object({
      freight: z.boolean().describe('Freight is paid or waived.'),
      bill: z.boolean().describe('The original bill is here, or none is needed.'),
      customs: z.boolean().describe('Customs released the cargo.'),
      carrier: z.boolean().describe('The carrier released the cargo.'),
    })
    .nullable()
    .describe('The legs that are done; null for a container of several orders.'),
  appointmentAt: z.string().nullable(),
  inCharge: namedRecord.nullable(),
  place: namedRecord.nullable().describe('The terminal of a container, or the CFS of an order.'),
})
export type Arrival = z.infer<typeof arrival>

/** The list of arrivals, which is read and exported only. */
export const arrivals = defineResource({
  key: 'arrivals',
  path: ARRIVALS_PATH,
  name: 'Arrivals',
  about: 'What is at the destination: containers that are not back, and LCL orders that are not delivered.',
  scope: null,
  row: arrival,
  input: z.object({}),
  operations: ['list'],
  sortable: ARRIVAL_SORTS,
})
