import { noSuch } from '#contract/lib/messages.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'

async function setTemplate(
  tx: Tx,
  event: { id: number; emailTemplateId: number | null },
  templateId: number | null,
  actor: Actor,
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ emailTemplateId: templateId, updatedAt: nextVersion() })
    .where('id', '=', event.id)
    .execute()
  const change = { before: { emailTemplateId: event.emailTemplateId }, after: { emailTemplateId: templateId } }
  await recordAudit(tx, actor, { action: 'event.update', entity: 'events', entityId: event.id, ...change }, [
    'emailTemplateId',
  ])
}

interface Connections {
  templateId: number
  eventIds: readonly number[]
}

/**
 * Makes these events, and no others, send the mail. They no longer send any other mail.
 * Throws 400 for an event that does not exist.
 */
export async function setEventsOfTemplate(tx: Tx, { templateId, eventIds }: Connections, actor: Actor): Promise<void> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'emailTemplateId'])
    .where((eb) =>
      eb.or([eb('emailTemplateId', '=', templateId), ...(eventIds.length > 0 ? [eb('id', 'in', [...eventIds])] : [])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const errors = eventIds.flatMap((id, index) =>
    rows.some((row) => row.id === id) ? [] : [[`events.${index}`, noSuch('event')]],
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  for (const event of rows) {
    const target = eventIds.includes(event.id) ? templateId : null
    if (event.emailTemplateId !== target) await setTemplate(tx, event, target, actor)
  }
}
