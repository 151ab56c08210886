import { noSuch } from '#contract/lib/messages.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import { AppError, invalid } from '#server/errors.ts'
import { findMailTemplate } from '#server/mail/render-mail.ts'
import type { EventFacts } from '#server/orders/mails/order-variables.ts'

const EVENT = madeOnce((db: Db, id: number) =>
  db.selectFrom('events').select(['id', 'name', 'publicStatus', 'milestone']).where('id', '=', id).$call(planned),
)

/** The event to set. Throws 400. */
export async function findEvent(db: Db, id: number) {
  const [event] = (await db.executeQuery(EVENT(db, id))).rows
  if (!event) throw invalid({ eventId: noSuch('event') })
  return event
}

/** The template to mail, with its blocks; null for none. Throws 400, including for system templates. */
export async function findTemplate(db: Db, id: number | null) {
  if (id === null) return null
  const template = await findMailTemplate(db, { id })
  if (!template || template.system) throw invalid({ emailTemplateId: noSuch('mail template') })
  return template
}

/** A record at the time when work on many orders began, with its name then. */
interface Named {
  id: number
  name: string
}

/** Throws 409 if the event was deleted since. */
export async function requireEvent(db: Db, { id, name }: Named): Promise<void> {
  if ((await db.executeQuery(EVENT(db, id))).rows.length === 0)
    throw new AppError(409, `The event '${name}' was deleted`)
}

/** Throws 409 if the template was deleted since. */
export async function requireTemplate(db: Db, { id, name }: Named): Promise<void> {
  const found = await db.selectFrom('mailTemplates').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError(409, `The mail template '${name}' was deleted`)
}

/** Facts that the mail states about the event. */
export const factsOf = (
  event: { name: string; publicStatus: string },
  { date, comment }: { date: string; comment: string },
): EventFacts => ({ name: event.name, publicStatus: event.publicStatus, date, comment })
