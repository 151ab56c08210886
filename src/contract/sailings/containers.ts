import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { ALL_OPERATIONS, defineResource, fieldWarning, versioned } from '#contract/lib/resource.ts'
import { bareContainerNumber, SIZE_TYPES } from '#contract/reference/container-codes.ts'

const LETTERS_DIGITS: [RegExp, string] = [/^[A-Z0-9]*$/, 'Invalid field. You can only use letter, number']
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
})

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
  refs: { sailingId: 'sailings', orderId: 'orders' },
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
    orderCount: z.int(),
    usedCbm: z.number(),
    usedKg: z.number(),
    /** Fields to check after a save. */
    warnings: z.array(fieldWarning).optional(),
  }),
  input,
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
    usedCbm: 'CBM',
    usedKg: 'kg',
  },
  incomplete: NOT_ALL_FILLED,
})
export type Container = z.infer<typeof containers.row>
