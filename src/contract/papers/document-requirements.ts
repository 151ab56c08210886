import { z } from 'zod'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, WHOLE_NUMBER } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'
import { BASES, MAKES, SUPPLIERS } from './paper-codes.ts'

/** The most days between the basis and the due date. */
const MAX_OFFSET = 365
const WRONG_OFFSET = `Enter at most ${MAX_OFFSET} days, before or after that date`

/** Trade terms in one requirement, some of them perhaps twice. */
const MAX_TERMS = 10

/** Days from a date, negative before it; accepts text, which forms send. */
const offsetDays = () =>
  z
    .union([z.number(), z.string()], { error: WRONG_OFFSET })
    .nullish()
    .transform((value, ctx) => {
      const days = Number(String(value ?? 0).replace('−', '-') || 0)
      if (Number.isInteger(days) && Math.abs(days) <= MAX_OFFSET) return days
      ctx.addIssue({
        code: 'custom',
        message: Number.isFinite(days) && !Number.isInteger(days) ? WHOLE_NUMBER : WRONG_OFFSET,
      })
      return z.NEVER
    })

/** A value that narrows down the orders of a requirement; null is any. */
const anyOr = <T extends z.ZodType>(value: T) => value.nullish().transform((sent) => sent ?? null)

export const MAKES_OURS = 'We make only papers that we supply'

/** Papers that orders need. Null in mode, trade terms, amazon or brokerage stands for any. */
export const documentRequirements = defineResource({
  key: 'documentRequirements',
  path: 'document-requirement',
  name: 'Document requirement',
  about: 'Which papers orders need.',
  scope: 'reference',
  refs: { categoryId: 'documentCategories' },
  row: z.object({
    ...versioned,
    name: z.string(),
    categoryId: z.int(),
    category: namedRecord,
    mode: z.int().nullable(),
    tradeTerms: z.array(z.int()).nullable(),
    amazon: z.boolean().nullable(),
    brokerage: z.boolean().nullable(),
    supplier: z.literal(SUPPLIERS),
    basis: z.literal(BASES),
    /** Days from the basis; negative before it. */
    offsetDays: z.int(),
    /** The document that fulfils it as soon as it is made; null for none. */
    makes: z.literal(MAKES).nullable(),
    mandatory: z.boolean(),
    position: z.int(),
    active: z.boolean(),
  }),
  input: z.object({
    name: f.requiredText('Name', 150),
    categoryId: f.id(),
    mode: anyOr(f.oneOf(Object.values(TransportationMode))),
    tradeTerms: anyOr(
      z.array(f.oneOf(Object.values(TradeTerms)), { error: CHOOSE }).max(MAX_TERMS, f.tooMany(MAX_TERMS)),
    ).transform((terms) => (terms && terms.length > 0 ? [...new Set(terms)].sort((a, b) => a - b) : null)),
    amazon: anyOr(f.flag()),
    brokerage: anyOr(f.flag()),
    supplier: f.oneOf(SUPPLIERS),
    basis: f.oneOf(BASES),
    offsetDays: offsetDays(),
    makes: anyOr(f.oneOf(MAKES)),
    mandatory: f.flag().default(true),
    position: f.integer({ max: 100_000 }).default(0),
    active: f.flag().default(true),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'category', 'supplier', 'basis', 'mandatory', 'position', 'active'],
  searchable: ['name', 'category'],
  columns: {
    id: 'ID',
    name: 'Name',
    category: 'Category',
    mode: 'Mode',
    tradeTerms: 'Trade terms',
    amazon: 'Amazon',
    brokerage: 'Brokerage',
    supplier: 'Supplied by',
    basis: 'Due from',
    offsetDays: 'Days',
    makes: 'Made as',
    mandatory: 'Mandatory',
    position: 'Position',
    active: 'Active',
  },
  filterable: ['categoryId', 'supplier', 'mandatory', 'active'],
  conflict: { field: 'name', message: 'Document requirement already exists' },
})
export type DocumentRequirement = z.infer<typeof documentRequirements.row>

/** The body of POST document-requirement/{id}/apply: it only counts, unless `preview` is false. */
export const applyInput = z.object({ preview: f.flag().default(true) })
/** The open orders that it applies to and that lack it, and the number of those that got it. */
export const applied = z.object({ orders: z.int(), applied: z.int() })
