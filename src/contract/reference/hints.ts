import { z } from 'zod'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'

/** Types of hint. A form hint appears beside the new-order form of its trade terms. */
export const HintType = { GENERAL: 'general', FORM: 'form' } as const
export const hintType = z.enum(HintType)
export type HintType = z.infer<typeof hintType>
export const HINT_TYPE_LABELS: Record<HintType, string> = { [HintType.GENERAL]: 'General', [HintType.FORM]: 'Form' }
/** Labels by trade terms; 0 stands for none. */
export const HINT_TERMS_LABELS = ['None', 'FOB', 'Drop-Off', 'Pick-Up'] as const

/** Code points of the longest hint. */
export const MAX_HINT_LENGTH = 65_000

/** Texts for clients. `shipmentTradeTerms` 0 stands for none. */
export const hints = defineResource({
  key: 'hints',
  path: 'hint',
  name: 'Hint',
  about: 'Texts for clients.',
  scope: 'reference',
  named: '{title}',
  row: z.object({
    ...versioned,
    title: z.string(),
    content: z.string(),
    type: hintType,
    shipmentTradeTerms: z.int(),
  }),
  input: z.object({
    title: f.requiredText('Title', 100),
    content: f.richText('Content', MAX_HINT_LENGTH),
    type: f.oneOf(hintType.options).nullish(),
    shipmentTradeTerms: f
      .oneOf(Object.values(TradeTerms))
      .nullish()
      .transform((terms) => terms ?? TradeTerms.OTHER),
  }),
  rules: ({ type, shipmentTradeTerms }, add) => {
    if (type === HintType.FORM && !shipmentTradeTerms) add('shipmentTradeTerms', REQUIRED)
  },
  operations: ALL_OPERATIONS,
  sortable: ['id', 'title', 'type', 'shipmentTradeTerms'],
  searchable: ['title', 'content'],
  columns: { id: 'ID', title: 'Title', content: 'Content', type: 'Type', shipmentTradeTerms: 'Shipment trade terms' },
  filterable: ['type', 'shipmentTradeTerms'],
})
export type Hint = z.infer<typeof hints.row>
