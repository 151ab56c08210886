import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { DECLINE_REASONS } from './offer-codes.ts'

/** What the page of an offer sends, by the action of its button. */
export const OFFER_ACTIONS = {
  accept: z.object({ optionId: f.pathId, name: f.requiredText('Your name', 50) }),
  decline: z.object({ reason: f.oneOf(DECLINE_REASONS, CHOOSE), note: f.longText('Note', 1000) }),
  question: z.object({ name: f.requiredText('Your name', 50), message: f.requiredLongText('Your question', 1000) }),
  'new-price': z.object({}),
  seen: z.object({}),
}
export type OfferAction = keyof typeof OFFER_ACTIONS
/** What one of these buttons sends, as it is read. */
export type OfferAnswer<A extends OfferAction> = z.output<(typeof OFFER_ACTIONS)[A]>
