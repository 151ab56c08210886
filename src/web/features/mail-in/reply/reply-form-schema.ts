import { z } from 'zod'
import { tooMany } from '#contract/lib/fields.ts'
import { EMAIL } from '#contract/lib/messages.ts'
import { replyInput } from '#contract/mail-in/mail-in.ts'
import { MOST_RECIPIENTS } from '#contract/mail-in/mail-in-codes.ts'
import { addressesIn, wrongAddress } from './recipients.ts'

/** Typed addresses, at least `least` of them. */
const typedAddresses = (least: 0 | 1) =>
  z
    .string()
    .transform(addressesIn)
    .superRefine((addresses, context) => {
      const wrong = wrongAddress(addresses)
      const message =
        addresses.length < least
          ? 'Enter an address'
          : wrong !== undefined
            ? `${wrong}: ${EMAIL}`
            : addresses.length > MOST_RECIPIENTS
              ? tooMany(MOST_RECIPIENTS)
              : null
      if (message) context.addIssue({ code: 'custom', message })
    })

const { subject, html, eventId, templateId } = replyInput.shape

/** The fields of a reply as they are typed. */
export const replyForm = z.object({
  to: typedAddresses(1),
  cc: typedAddresses(0),
  subject,
  html,
  eventId,
  templateId,
})

/** The fields that a draft of a reply may have. */
export const replyFields = z.object({
  to: z.string(),
  cc: z.string(),
  subject: z.string(),
  html: z.string(),
  eventId: z.int().nullable(),
  templateId: z.int().nullable(),
})
export type ReplyFields = z.infer<typeof replyFields>

/** The fields of a draft that the form has, and the rest as text, to be copied. */
export function replyFieldsOf(values: Record<string, unknown>) {
  const fields: Partial<ReplyFields> = {}
  const rest: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const read = replyFields
      .partial()
      .strict()
      .safeParse({ [name]: value })
    if (read.success) Object.assign(fields, read.data)
    else rest.push(`${name}: ${JSON.stringify(value)}`)
  }
  return { fields, rest }
}
