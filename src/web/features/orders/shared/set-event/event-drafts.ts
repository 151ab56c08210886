import { type Draft, setEventDraft } from '#contract/drafts/drafts.ts'
import { formDateTime } from '#web/lib/format/form-dates.ts'

/** Fields of a draft that the form has, and the rest as text, to be copied. */
export function fieldsOf({ values }: Pick<Draft, 'values'>, timeZone: string) {
  const fields: { eventId?: number; emailTemplateId?: number | null; comment?: string; day?: string; time?: string } =
    {}
  const rest: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const read = setEventDraft.partial().safeParse({ [name]: value })
    if (!read.success || !(name in setEventDraft.shape)) rest.push(`${name}: ${JSON.stringify(value)}`)
    else if (name === 'eventId' && read.data.eventId) fields.eventId = read.data.eventId
    else if (name === 'emailTemplateId') fields.emailTemplateId = read.data.emailTemplateId ?? null
    else if (name === 'comment') fields.comment = read.data.comment ?? ''
    else if (name === 'date' && read.data.date) Object.assign(fields, formDateTime(read.data.date, timeZone))
  }
  return { fields, rest }
}
