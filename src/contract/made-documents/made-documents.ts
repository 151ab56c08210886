import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** Names of the documents that the product makes, by kind. */
export const MADE_KIND_LABELS = {
  'booking-confirmation': 'Booking confirmation',
  'arrival-notice': 'Arrival notice',
  'delivery-order': 'Delivery order',
  'house-bill': 'House bill, draft',
  quote: 'Quote',
  labels: 'Cargo labels',
  manifest: 'Container manifest',
} as const
export type MadeKind = keyof typeof MADE_KIND_LABELS

/** Kinds that a mail can carry, and that a template can offer to attach. */
export const ATTACHED_KINDS = [
  'booking-confirmation',
  'arrival-notice',
  'delivery-order',
  'house-bill',
  'quote',
] as const
export type AttachedKind = (typeof ATTACHED_KINDS)[number]
/** Kinds of documents of an order. */
export const ORDER_KINDS = [...ATTACHED_KINDS, 'labels'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]
/** Kinds of documents of a container on a sailing. */
export const CONTAINER_KINDS = ['manifest'] as const

/** The most labels of one order. */
export const MAX_PIECES = 500

/** A field without which a document cannot be made. */
export const missingField = z.object({ field: z.string(), label: z.string() })
export type MissingField = z.infer<typeof missingField>

/** The message at a missing field. */
export const isMissing = (label: string) => `${label} is missing`

/** A made document; its file is downloaded like any other document. */
export const madeVersion = z.object({
  version: z.int(),
  documentId: z.int(),
  name: z.string(),
  size: z.int(),
  madeAt: z.string(),
  madeBy: z.string().nullable(),
  attached: z.boolean(),
  unprintable: z.array(z.string()),
})
export type MadeVersion = z.infer<typeof madeVersion>

/** A kind of document of an order or a container, with its versions. */
export const madeDocument = z.object({
  kind: z.enum([...ORDER_KINDS, ...CONTAINER_KINDS]),
  missing: z.array(missingField),
  changed: z.boolean(),
  /** Labels to print: pieces that were received, else as many as last time; null if neither is known. */
  pieces: z.int().nullable(),
  /** Pieces by the description of goods, which the screen proposes if `pieces` is not known. */
  piecesGuess: z.int().nullable(),
  versions: z.array(madeVersion),
})
export type MadeDocument = z.infer<typeof madeDocument>

/** The body of POST request/booking/{id}/made-documents. */
export const makeOrderDocumentInput = z.object({
  kind: f.oneOf(ORDER_KINDS),
  /** Labels to print; by default one for each piece that was received. */
  pieces: f.optionalDecimal(0, { min: 1, max: MAX_PIECES }),
  /** True to get the newest version back if it still matches the data and went with no event yet. */
  ifChanged: f.flag().default(false),
  /** False to leave the papers that it fulfils as they are. */
  fulfils: f.flag().default(true),
})
/** The body of POST container/{id}/made-documents. */
export const makeContainerDocumentInput = z.object({
  kind: f.oneOf(CONTAINER_KINDS),
  ifChanged: f.flag().default(false),
})
export type MakeOrderDocument = z.output<typeof makeOrderDocumentInput>
