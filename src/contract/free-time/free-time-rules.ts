import { z } from 'zod'
import * as d from '#contract/lib/day-fields.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { codeForm } from '#contract/lib/text.ts'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { CLOCKS, DAY_UNITS, FIRST_DAYS, MAX_FREE_DAYS, START_BASES } from './free-time-codes.ts'
import { tier, tiersInput, tiersRule } from './tiers.ts'

/** A size type of containers; null or '' for any. */
const anySizeType = () =>
  z
    .literal([...keysOf(SIZE_TYPES), ''], { error: CHOOSE })
    .nullish()
    .transform((code) => code || null)

/** A currency, ISO 4217, in upper case; USD if empty. */
const currency = () =>
  f
    .optionalKeyText('Currency', 3, (code) => codeForm(code).toUpperCase(), {
      pattern: [/^[A-Z]{3}$/, 'A currency has 3 letters'],
    })
    .transform((code) => code || 'USD')

export const VALID_ENDS_EARLY = 'The last day is before the first'

const input = z.object({
  name: f.requiredText('Name', 100),
  carrierId: f.optionalId(),
  placeId: f.optionalId(),
  port: f.optionalCode('Port'),
  sizeType: anySizeType(),
  clock: f.oneOf(CLOCKS),
  days: f.integer({ max: MAX_FREE_DAYS }),
  unit: f.oneOf(DAY_UNITS),
  firstDay: f.oneOf(FIRST_DAYS),
  startBasis: f.oneOf(START_BASES),
  tiers: tiersInput.default([]),
  currency: currency(),
  validFrom: d.plainDay(),
  validTo: d.optionalPlainDay(),
  source: f.text('Source', 255),
})

function freeTimeRuleRules({ tiers, validFrom, validTo }: Partial<z.output<typeof input>>, add: AddError): void {
  if (Array.isArray(tiers)) tiersRule(tiers, add)
  if (validFrom && validTo && validTo < validFrom) add('validTo', VALID_ENDS_EARLY)
}

/** How long nothing is charged, and what the days after that cost. What is null is any. */
export const freeTimeRules = defineResource({
  key: 'freeTimeRules',
  path: 'free-time-rule',
  name: 'Free time rule',
  about: 'How long nothing is charged for containers and cargo, and what the days after that cost.',
  scope: 'reference',
  refs: { carrierId: 'carriers', placeId: 'places', port: 'placeCodes' },
  row: z.object({
    ...versioned,
    name: z.string(),
    carrierId: z.int().nullable(),
    carrier: namedRecord.nullable(),
    placeId: z.int().nullable(),
    place: namedRecord.nullable(),
    port: z.string().nullable(),
    sizeType: z.string().nullable(),
    clock: z.literal(CLOCKS),
    days: z.int(),
    unit: z.literal(DAY_UNITS),
    firstDay: z.literal(FIRST_DAYS),
    startBasis: z.literal(START_BASES),
    tiers: z.array(tier),
    currency: z.string(),
    validFrom: z.string(),
    validTo: z.string().nullable(),
    source: z.string(),
  }),
  input,
  rules: freeTimeRuleRules,
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'clock', 'carrier', 'place', 'port', 'sizeType', 'days', 'validFrom', 'validTo'],
  searchable: ['name', 'carrier', 'place', 'port'],
  filterable: ['clock', 'carrierId', 'placeId', 'port', 'sizeType'],
  columns: {
    id: 'ID',
    name: 'Name',
    clock: 'Clock',
    carrier: 'Carrier',
    place: 'Place',
    port: 'Port',
    sizeType: 'Size type',
    days: 'Free days',
    unit: 'Which days',
    firstDay: 'First day',
    startBasis: 'Counted from',
    tiers: 'Charges',
    currency: 'Currency',
    validFrom: 'Valid from',
    validTo: 'Valid to',
    source: 'Source',
  },
  incomplete: NOT_ALL_FILLED,
})
export type FreeTimeRule = z.infer<typeof freeTimeRules.row>
