import type { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import type { AddError } from '#contract/lib/rules.ts'

const ONLY_WITH_EVENT = 'A mail goes with an event'

/** The event that a fact of a sailing sets in its orders, its mail and its comment; none of them by default. */
export const toldInput = {
  eventId: f.id().nullish(),
  emailTemplateId: f.id().nullish(),
  comment: f.longText('Comment', 255),
}
export type Told = Partial<z.output<z.ZodObject<typeof toldInput>>>

/** Refuses a mail without its event. */
export function requireEvent({ eventId, emailTemplateId }: Told, add: AddError): void {
  if (emailTemplateId && !eventId) add('emailTemplateId', ONLY_WITH_EVENT)
}
