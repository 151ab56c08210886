import { z } from 'zod'
import { MOST_OPTIONS } from '#contract/offers/offer-codes.ts'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { readDraft } from '#web/lib/saving/drafts.ts'
import { type Addressed, newKey, type OfferFormValues, optionInputs } from './offer-values.ts'

const optional = z.number().nullable()
/** An option as typed. */
export const typedOption = z.object({
  key: z.string(),
  id: optional,
  quoteId: optional,
  label: z.string(),
  mode: z.literal([0, 1]),
  inputs: optionInputs,
  price: z.string(),
  days: z.string(),
})

/** The form as typed, with the offer that it began with: what others saved since is merged when it is saved. */
export const offerDraft = z.object({
  base: offers.row.nullable(),
  values: z.object({
    clientId: optional,
    name: z.string(),
    company: z.string(),
    email: z.string(),
    ownerId: optional,
    orderId: optional,
    note: z.string(),
    options: z.array(typedOption).min(1).max(MOST_OPTIONS),
    validUntil: z.string(),
    validUntilTime: z.string(),
  }),
})

/** Under which name the browser keeps the form of an offer, or of a new one for somebody. */
export const draftName = (offer: Pick<Offer, 'id'> | null, { clientId, orderId }: Addressed = {}) =>
  `offer:${offer?.id ?? ['new', clientId ?? '', orderId ?? ''].join(':')}`

/** Whether the browser has a form of this offer that was not saved. */
export const wasLeft = (id: number) => readDraft(draftName({ id }), offerDraft) !== null

/** Values of an earlier visit: keys of their options were given by that visit. */
export const restored = (values: z.output<typeof offerDraft>['values']): OfferFormValues => ({
  ...values,
  options: values.options.map((option) => ({ ...option, key: newKey() })),
})
