import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'
import { dayOrInstant } from './rate-days.ts'
import { RATE_ENTITIES } from './rate-entities.ts'

export const RATE_SET_STATES = ['draft', 'scheduled', 'current', 'past', 'cancelled'] as const
export type RateSetState = (typeof RATE_SET_STATES)[number]

/** Days ahead that a set may be scheduled: two years. */
export const MOST_DAYS_AHEAD = 731
/** Hours within which an applied set can be undone. */
export const UNDO_HOURS = 24
/** Most changes of one call, and of a set. */
export const MOST_CHANGES_A_CALL = 1_000
export const MOST_CHANGES = 20_000

const entity = z.enum(RATE_ENTITIES)
const recordId = z.int().nullable().describe('The record; null for a lane that is new.')
const figure = z.number().nullable()
const validFrom = () =>
  dayOrInstant().describe('When it takes effect: an instant, or a day, which means its first instant.')

/** A change that no longer fits what is true: nothing of its set is applied. */
export const rateConflict = z.object({
  entity,
  recordId,
  label: z.string().describe('The record in words: Tier 3, USWC-LAX.'),
  field: z.string().nullable().describe('The figure; null for a lane that is new or ends.'),
  old: z.number().nullable().describe('What was expected when the change was written.'),
  now: z.number().nullable().describe('What is true instead; null if the record is gone.'),
})
export type RateConflict = z.infer<typeof rateConflict>

/** Rates that are prepared together and take effect at one time. */
export const rateSets = defineResource({
  key: 'rateSets',
  path: 'rate-set',
  name: 'Rate set',
  about: 'Rates that are prepared together and take effect at one time.',
  scope: 'reference',
  refs: { documentId: 'documents' },
  row: z.object({
    ...versioned,
    createdAt: z.string(),
    name: z.string(),
    state: z.enum(RATE_SET_STATES),
    validFrom: z.string().nullable().describe('When it takes effect; of an applied set, when it did.'),
    note: z.string().describe('What staff say about it.'),
    documentId: z.int().nullable().describe('The sheet that it was read from.'),
    madeBy: namedRecord.describe('Who made it.'),
    changes: z.int().describe('How many changes it has.'),
    stale: z.int().describe('How many of them no longer fit what is expected at its time.'),
    appliedAt: z.string().nullable().describe('When it was applied.'),
    undoneAt: z.string().nullable().describe('When it was undone.'),
    refused: z
      .object({ at: z.string(), conflicts: z.array(rateConflict).describe('What no longer fitted.') })
      .nullable()
      .describe('Why it was not applied at its time.'),
  }),
  input: z.object({
    name: f.requiredText('Name', 100),
    validFrom: validFrom(),
    note: f.longText('Note', 1000).describe('What staff say about it.'),
    documentId: f.optionalId(),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'validFrom'],
  searchable: ['name', 'note'],
  filterable: ['state'],
  columns: { id: 'ID', name: 'Name', state: 'State', validFrom: 'From', changes: 'Changes', note: 'Note' },
})
export type RateSet = z.infer<typeof rateSets.row>

/** A change as it is sent: a figure, a new lane, or a lane that ends. What each may say is checked by its entity. */
export const rateChangeInput = z.union([
  z.strictObject({
    entity,
    recordId: f.id(),
    field: z.string(),
    /** Null takes the change out of the set. */
    new: z.union([z.number(), z.string()]).nullable(),
  }),
  z.strictObject({ entity, add: z.record(z.string(), z.unknown()) }),
  z.strictObject({ entity, recordId: f.id(), end: f.flag() }),
])
export type RateChangeInput = z.infer<typeof rateChangeInput>

export const rateChangesInput = z.object({
  changes: z
    .array(z.looseObject({}))
    .min(1, 'Send at least one change')
    .max(MOST_CHANGES_A_CALL, f.tooMany(MOST_CHANGES_A_CALL)),
  updatedAt: f.version(),
})

/** A change of a set beside what is expected at its time, when it was written (`old`) and now. */
export const rateDiffRow = z.object({
  entity,
  recordId,
  action: z.enum(['change', 'add', 'end']),
  label: z.string(),
  field: z.string().nullable(),
  old: figure.describe('The figure that was expected when this was written.'),
  new: figure.describe('The figure that the set brings.'),
  now: figure.describe('The figure that is expected now.'),
  stale: z.boolean().describe('True if it no longer fits: such a set is refused.'),
  values: z.record(z.string(), z.unknown()).nullable().describe('The lane that is new or ends.'),
})
export type RateDiffRow = z.infer<typeof rateDiffRow>
export const rateDiff = listOf(rateDiffRow)

export const scheduleInput = z.object({ validFrom: validFrom() })

/** An undone set: what went back, and what had changed since and stays. */
export const undoneSet = z.object({
  set: rateSets.row,
  undone: z.int().describe('How many changes went back.'),
  refused: z
    .array(rateConflict.extend({ set: z.number().nullable().describe('The value that the set brought.') }))
    .describe('What changed since and stays.'),
})
export type UndoneSet = z.infer<typeof undoneSet>

export const MOST_SIMULATED = 2_000
/** Most open offers that a simulation names. */
export const MOST_OPEN_OFFERS = 100
const simulationFilters = z.strictObject({
  clientId: f.id().optional().describe('Quotes of this client only.'),
  tier: z.int().optional(),
  dest: z.string().optional(),
})
export type SimulationFilters = z.output<typeof simulationFilters>
export const simulateInput = z.object({
  quotes: z.int().min(50, 'No less than 50').max(MOST_SIMULATED, `No more than ${MOST_SIMULATED}`).optional(),
  since: f.instant(),
  filters: simulationFilters.default({}),
})

/** What a set would have done to quotes that were given. Prices in USD. */
export const simulation = z.object({
  quotes: z.int(),
  changed: z.int().describe('How many would have another price.'),
  up: z.int().describe('How many would cost more.'),
  down: z.int().describe('How many would cost less.'),
  median: z.number().describe('Percent by which the price of the changed ones differs, 2 decimals.'),
  spread: z
    .array(
      z.object({
        percent: z.int().describe('Percent, rounded to the step of the histogram.'),
        quotes: z.int().describe('How many quotes.'),
      }),
    )
    .describe('How many of the changed ones differ by about so many percent, the cheapest first.'),
  worst: z
    .array(
      z.object({
        quoteId: z.int().describe('The kept quote.'),
        client: namedRecord.nullable().describe('Whom it was for, if that is known.'),
        before: z.number(),
        after: z.number(),
      }),
    )
    .describe('At most ten, those that differ most first.'),
  openOffers: z
    .array(
      z.object({
        id: z.int(),
        reference: z.string(),
        price: z.number().describe('The offered price.'),
        after: z.number().nullable().describe('The price that the set would make; null if there would be none.'),
        validUntil: z.string().nullable().describe('Until when the offer is valid.'),
      }),
    )
    .describe(
      'Offers that wait for an answer and keep their price, though the set would change it: at most 100, each by the option that differs most.',
    ),
  missing: z
    .array(z.object({ tier: z.int(), dest: z.string(), quotes: z.int() }))
    .describe('Lanes of these quotes that would have no rate.'),
})
export type Simulation = z.infer<typeof simulation>

/** The values of a record in a time. */
export const rateHistoryRow = z.object({
  entity,
  recordId: z.int().describe('The record, which may be gone.'),
  values: z.record(z.string(), z.unknown()).describe('Everything that the calculator reads of it.'),
  validFrom: z.string().describe('Since when it had these values.'),
  validTo: z.string().nullable().describe('Until when; null if it has them now.'),
  set: namedRecord.nullable().describe('The set that brought them.'),
  by: namedRecord.nullable().describe('Who saved them; of a set that was applied by itself, who made it.'),
})
export type RateHistoryRow = z.infer<typeof rateHistoryRow>
export const rateHistory = listOf(rateHistoryRow)
export const RATE_HISTORY_PATH = 'rate-history'
