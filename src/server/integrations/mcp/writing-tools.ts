import { SET_EVENT_SHAPE } from '#contract/drafts/drafts.ts'
import { comparedForm } from '#contract/lib/text.ts'
import { noteInput } from '#contract/notes/notes.ts'
import { prepareDraft } from '#server/drafts/prepare-draft.ts'
import { invalid } from '#server/errors.ts'
import { addNote as addNoteTo } from '#server/notes/write-notes.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { type Does, pageOf } from './caller.ts'

/** Prepares an event for the owner of the key; a person sends it. */
export const draftEvent: Does<'draft_event'> = ({ orderId, event: name, date: sent, comment = '' }, caller) => {
  const { services, userId, apiKeyId, username } = caller
  return services.db.transaction().execute(async (tx) => {
    const { lastEventEntryId } = await lockOrder(tx, orderId)
    const events = await tx.selectFrom('events').select(['id', 'name']).orderBy('id').execute()
    const event = events.find((each) => comparedForm(each.name) === comparedForm(name))
    if (!event)
      throw invalid({ event: `There is no such event. There are: ${events.map((each) => each.name).join(', ')}` })
    const date = new Date(sent ?? Date.now()).toISOString()
    await prepareDraft(tx, {
      kind: 'set-event',
      id: orderId,
      userId,
      apiKeyId,
      shape: SET_EVENT_SHAPE,
      baseVersion: lastEventEntryId === null ? null : String(lastEventEntryId),
      values: { eventId: event.id, date, comment },
    })
    return { orderId, event: event.name, date, url: pageOf(caller, `set-event/${orderId}`), waitsFor: username }
  })
}

/** Adds a note of the key's owner; the audit trail names the key. */
export const addNote: Does<'add_note'> = async ({ orderId, text }, caller) => {
  const { services, actor } = caller
  const read = noteInput.safeParse({ body: text })
  if (!read.success) throw invalid({ text: read.error.issues[0]?.message ?? 'Invalid text' })
  const note = await services.db
    .transaction()
    .execute((tx) => addNoteTo(tx, services, { ...read.data, orderId }, actor))
  return { noteId: note.id, orderId, url: pageOf(caller, `orders/${orderId}`) }
}
