import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, REQUIRED } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { BASES, MAKES, PAPER_STATES, SUPPLIERS } from './paper-codes.ts'

export const NEEDS_DOCUMENT = 'Choose the document first'
export const NEEDS_REASON = 'Enter a reason'
export const NOT_OF_ORDER = 'This document does not belong to the order'
export const NO_SUCH_PAPER = 'This order has no such paper'
export const NOT_MISSING = 'This paper is not missing'
export const NO_ADDRESS = 'The order has no e-mail address'
export const NO_LINK = 'This template needs {{ request.url }}: without it the client has nowhere to upload'

/** Papers for which one mail asks, at most. */
const MAX_ASKED = 50

/** A paper that an order needs. */
export const paper = z.object({
  id: z.int(),
  orderId: z.int(),
  /** The requirement from which it was made; null for an own paper, and for a deleted requirement. */
  requirementId: z.int().nullable(),
  name: z.string(),
  categoryId: z.int(),
  category: namedRecord,
  supplier: z.literal(SUPPLIERS),
  /** The document of ours that fulfils it as soon as it is made; null for none. */
  makes: z.literal(MAKES).nullable(),
  mandatory: z.boolean(),
  basis: z.literal(BASES).nullable(),
  offsetDays: z.int(),
  /** Null while the date on which it depends is unknown. */
  dueAt: z.string().nullable(),
  dueByHand: z.boolean(),
  /** True if it is missing and was due. */
  overdue: z.boolean(),
  /** True if the order has changed and no longer needs it. */
  noLongerAsked: z.boolean(),
  state: z.literal(PAPER_STATES),
  documentId: z.int().nullable(),
  document: namedRecord.nullable(),
  reason: z.string(),
  requestedAt: z.string().nullable(),
  requestedTo: z.string().nullable(),
  updatedAt: z.string(),
})
export type Paper = z.infer<typeof paper>

/** A page where the client uploads papers. Its address is in the mail only. */
export const uploadLink = z.object({
  id: z.int(),
  email: z.string(),
  requirementIds: z.array(z.int()),
  createdAt: z.string(),
  /** The member of staff who made it; null if the client asked for it. */
  createdBy: namedRecord.nullable(),
  expiresAt: z.string(),
  state: z.enum(['live', 'used', 'expired', 'revoked']),
})

/** Papers of an order; `there` of `total` are received, accepted or waived. */
export const papersOfOrder = z.object({
  items: z.array(paper),
  there: z.int(),
  total: z.int(),
  links: z.array(uploadLink),
})
export type PapersOfOrder = z.infer<typeof papersOfOrder>

const reason = () => f.text('Reason', 255)

/** The body of a new paper of the order's own. */
export const paperInput = z.object({
  name: f.requiredText('Name', 150),
  categoryId: f.id(),
  supplier: f.oneOf(SUPPLIERS).default('client'),
  mandatory: f.flag().default(true),
  dueAt: f.instant(),
})

/**
 * The body of a change: absent fields stay. `dueAt` null follows the date again, `documentId` null takes the
 * file off.
 */
export const paperPatch = z
  .object({
    state: f.oneOf(PAPER_STATES),
    documentId: f.id(CHOOSE).nullable(),
    reason: reason(),
    dueAt: f.changedInstant(),
    mandatory: f.flag(),
    updatedAt: f.version(),
  })
  .partial()
export type PaperPatch = z.output<typeof paperPatch>

/** The body of POST request/booking/{id}/requirements/ask; by default by the system mail for that. */
export const askInput = z.object({
  ids: z
    .array(f.id(CHOOSE))
    .min(1, REQUIRED)
    .max(MAX_ASKED, f.tooMany(MAX_ASKED))
    .transform((ids) => [...new Set(ids)]),
  emailTemplateId: f.optionalId(),
})

/** The papers that were asked for, with the mail and the link. */
export const asked = z.object({
  items: z.array(paper),
  mail: z.object({ id: z.int(), sendAt: z.string().nullable() }),
  link: uploadLink,
})

/** The mail as it would be sent, with '…' for the secret. */
export const askPreview = z.object({
  subject: z.string(),
  html: z.string(),
  to: z.string(),
  warnings: z.array(z.object({ variable: z.string(), message: z.string() })),
})
export type AskPreview = z.infer<typeof askPreview>

/** Missing papers of orders whose cargo is loaded or whose sailing is closed. */
export const missingPapers = z.object({
  papers: z.array(z.object({ orderId: z.int(), trackingCode: z.string(), names: z.array(z.string()) })),
})
