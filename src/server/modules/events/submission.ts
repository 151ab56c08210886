import type { Db } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import { invalid } from '#server/errors.ts'
import type { EventFacts } from '#server/mail/order-variables.ts'

/** The event to set. Throws 400. */
export async function findEvent(db: Db, id: number) {
  const event = await db
    .selectFrom('events')
    .select(['id', 'name', 'publicStatus'])
    .where('id', '=', id)
    .$call(planned)
    .executeTakeFirst()
  if (!event) throw invalid({ eventId: 'This event does not exist' })
  return event
}

/** The template to mail; null for none. Throws 400, also for system templates. */
export async function findTemplate(db: Db, id: number | null) {
  if (id === null) return null
  const template = await db
    .selectFrom('mailTemplates')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where('system', '=', false)
    .$call(planned)
    .executeTakeFirst()
  if (!template) throw invalid({ emailTemplateId: 'This mail template does not exist' })
  return template
}

/** What the mail says about the event. */
export const factsOf = (
  event: { name: string; publicStatus: string },
  { date, comment }: { date: string; comment: string },
): EventFacts => ({ name: event.name, publicStatus: event.publicStatus, date, comment })
