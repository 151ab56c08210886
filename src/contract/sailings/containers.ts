import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import { ALL_OPERATIONS, defineResource, fieldWarning, namedRecord, versioned } from '#contract/lib/resource.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { bareContainerNumber, SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { NOT_YET } from './sailing-codes.ts'

const LETTERS_DIGITS: [RegExp, string] = [/^[A-Z0-9]*$/, 'Invalid field. You can only use letter, number']
/** What happens to a container after its arrival, in this order. */
export const CONTAINER_TIME_LABELS = {
  dischargedAt: 'Discharged',
  availableAt: 'Available',
  gatedOutAt: 'Gate out',
  returnedAt: 'Empty returned',
}
export const CONTAINER_TIMES = keysOf(CONTAINER_TIME_LABELS)
export type ContainerTime = (typeof CONTAINER_TIMES)[number]

const DAY_MS = 86_400_000
const kg = (max: number) => f.optionalDecimal(0, { above: 0, max })

const input = z.object({
  /** The sailing for which it is filled, or the FCL order to which it belongs: one of the two. */
  sailingId: f.optionalId(),
  orderId: f.optionalId(),
  number: f.optionalKeyText('Number', 20, bareContainerNumber, { pattern: LETTERS_DIGITS }),
  sizeType: f.oneOf(keysOf(SIZE_TYPES)),
  seal: f.optionalKeyText('Seal', 20),
  tareKg: kg(50_000),
  /** Payload in kg; empty for the usual one of the size type. */
  maxKg: kg(100_000),
  /** Capacity in CBM; empty for the usual one of the size type. */
  maxCbm: f.optionalDecimal(3, { above: 0, max: 200 }),
  vgmKg: kg(150_000),
  terminalPlaceId: f.optionalId(),
  ...recordOf(CONTAINER_TIMES, () => f.instant()),
})

/** Nothing has happened more than a day ahead: clocks of other time zones are a day ahead at most. */
function containerRules(container: Partial<z.output<typeof input>>, add: AddError): void {
  for (const time of CONTAINER_TIMES) {
    const at = container[time]
    if (at && Date.parse(at) > Date.now() + DAY_MS) add(time, NOT_YET)
  }
}

export const ONE_OWNER = 'A container belongs to a sailing or to an FCL order'
export const NOT_FCL = 'Only FCL orders have containers of their own'
export const KEEPS_OWNER = 'A container stays with its sailing or order'
/** The message for a payload below the cargo of the container. */
export const loadedWith = (kilograms: number) => `Loaded with ${kilograms} kg already`

/** Containers that we fill, and those of FCL orders. `usedCbm` and `usedKg` sum up the orders inside. */
export const containers = defineResource({
  key: 'containers',
  path: 'container',
  name: 'Container',
  about: 'Containers of sailings, and those of FCL orders.',
  scope: 'reference',
  refs: { sailingId: 'sailings', orderId: 'orders', terminalPlaceId: 'places' },
  row: z.object({
    ...versioned,
    sailingId: z.int().nullable(),
    orderId: z.int().nullable(),
    number: z.string(),
    sizeType: z.string(),
    seal: z.string(),
    tareKg: z.number().nullable(),
    maxKg: z.number(),
    maxCbm: z.number(),
    vgmKg: z.number().nullable(),
    /** The terminal at which it is discharged, or to which a train takes it. */
    terminalPlaceId: z.int().nullable(),
    terminalPlace: namedRecord.nullable(),
    ...recordOf(CONTAINER_TIMES, () => z.string().nullable()),
    orderCount: z.int(),
    usedCbm: z.number(),
    usedKg: z.number(),
    /** Fields to check after a save. */
    warnings: z.array(fieldWarning).optional(),
  }),
  input,
  rules: containerRules,
  operations: ALL_OPERATIONS,
  sortable: ['id', 'number', 'sizeType', 'maxKg', 'maxCbm'],
  searchable: ['number', 'seal'],
  filterable: ['sailingId', 'orderId'],
  columns: {
    id: 'ID',
    number: 'Number',
    sizeType: 'Size type',
    seal: 'Seal',
    tareKg: 'Tare, kg',
    maxKg: 'Payload, kg',
    maxCbm: 'Capacity, CBM',
    vgmKg: 'VGM, kg',
    terminalPlace: 'Terminal',
    ...CONTAINER_TIME_LABELS,
    usedCbm: 'CBM',
    usedKg: 'kg',
  },
  incomplete: NOT_ALL_FILLED,
})
export type Container = z.infer<typeof containers.row>
