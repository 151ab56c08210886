import { noSuch } from '#contract/lib/messages.ts'
import { codePoints } from '#contract/lib/text.ts'
import { type MailTemplate, type MailTemplateInput, mailTemplates } from '#contract/templates/templates.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Writer } from '#server/resource/store.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { checkMailContent, checkSubject } from './check-source.ts'
import { eventsOfTemplate, isSecret, suggestedFor } from './list-templates.ts'
import { setEventsOfTemplate } from './template-events.ts'
import { type TemplateNoticeNeeds, tellOfChange } from './template-notices.ts'
import { purposeOf } from './template-purpose.ts'

const AUDITED = ['title', 'subject', 'content', 'events', 'attaches', 'trackingDocuments', 'suggestedFor']
const COPY_MARK = ' (copy)'
const MAX_TITLE = 150

/** The title of a copy, shortened to fit. */
const copyTitle = (title: string) => {
  const room = MAX_TITLE - codePoints(COPY_MARK)
  return `${Array.from(title).slice(0, room).join('').trimEnd()}${COPY_MARK}`
}

const select = (db: Db) =>
  db
    .selectFrom('mailTemplates')
    .select(['id', 'updatedAt', 'title', 'subject', 'system', 'content', eventsOfTemplate.as('events'), 'attaches'])
    .select(['trackingDocuments', suggestedFor, isSecret.as('secret')])

async function find(db: Db, id: number): Promise<MailTemplate> {
  const row = await select(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(mailTemplates.name)
  return row
}

async function setBlocks(tx: Tx, templateId: number, blockIds: number[]): Promise<void> {
  await tx.deleteFrom('mailTemplateBlocks').where('templateId', '=', templateId).execute()
  if (blockIds.length > 0)
    await tx
      .insertInto('mailTemplateBlocks')
      .values(blockIds.map((blockId) => ({ templateId, blockId })))
      .execute()
}

/** The fields of a copy: the original stays the one that is suggested. Throws 400 without an original, 403 for a system mail. */
async function copied(tx: Tx, id: number) {
  const original = await select(tx).where('id', '=', id).executeTakeFirst()
  if (!original) throw invalid({ copyOf: noSuch('mail') })
  if (original.system) throw forbidden('A system mail cannot be copied')
  const { title, subject, content, attaches, trackingDocuments } = original
  return { title: copyTitle(title), subject, content, events: [], attaches, trackingDocuments, suggestedFor: null }
}

/** Takes a suggestion from the mail that has it, so that another one, `id`, can have it. */
async function takeSuggestion(tx: Tx, work: 'dates', id: number, actor: Actor): Promise<void> {
  const former = await tx
    .updateTable('mailTemplates')
    .set({ suggestedFor: null, updatedAt: nextVersion() })
    .where('suggestedFor', '=', work)
    .where('id', '<>', id)
    .returning('id')
    .executeTakeFirst()
  if (!former) return
  const event = { action: 'mail-template.update', entity: 'mailTemplates', entityId: former.id }
  await recordAudit(tx, actor, { ...event, before: { suggestedFor: work }, after: { suggestedFor: null } }, [
    'suggestedFor',
  ])
}

async function insert(tx: Tx, input: MailTemplateInput, actor: Actor): Promise<number> {
  const {
    title,
    subject,
    content,
    events = [],
    attaches = null,
    trackingDocuments = true,
    suggestedFor: suggests = null,
  } = input.copyOf ? await copied(tx, input.copyOf) : input
  checkSubject(subject, null)
  const checked = await checkMailContent(tx, content, null)
  if (suggests) await takeSuggestion(tx, suggests, 0, actor)
  const { id } = await tx
    .insertInto('mailTemplates')
    .values({
      title,
      subject,
      content: checked.content,
      purpose: null,
      attaches,
      trackingDocuments,
      suggestedFor: suggests,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setBlocks(tx, id, checked.blockIds)
  if (events.length > 0) await setEventsOfTemplate(tx, { templateId: id, eventIds: events }, actor)
  return id
}

async function change(
  tx: Tx,
  { id, system }: MailTemplate,
  { patch }: { patch: Partial<MailTemplateInput> },
  actor: Actor,
): Promise<void> {
  const { title, subject, content, events, attaches, trackingDocuments, suggestedFor: suggests } = patch
  const purpose = await purposeOf(tx, id)
  if (patch.system !== undefined && patch.system !== system)
    throw forbidden('The system flag of a mail cannot be changed')
  if (events !== undefined && events.length > 0 && system)
    throw invalid({ events: 'A system mail is not sent by events' })
  if (attaches && system) throw invalid({ attaches: 'A system mail is not sent by events' })
  if (suggests && system) throw invalid({ suggestedFor: 'A system mail is not suggested' })
  if (subject !== undefined) checkSubject(subject, purpose)
  const checked = content === undefined ? null : await checkMailContent(tx, content, purpose)
  if (suggests) await takeSuggestion(tx, suggests, id, actor)
  await tx
    .updateTable('mailTemplates')
    .set({
      title,
      subject,
      attaches,
      trackingDocuments,
      suggestedFor: suggests,
      ...(checked ? { content: checked.content, unsafeToldAt: null } : {}),
    })
    .set({ updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  if (checked) await setBlocks(tx, id, checked.blockIds)
  if (events !== undefined) await setEventsOfTemplate(tx, { templateId: id, eventIds: events }, actor)
}

/** Mail templates with the events that send them and the blocks they use; cleaned and compiled on save. */
export function templateStore(db: Db, services: TemplateNoticeNeeds): Writer<MailTemplate, MailTemplateInput> {
  const target = { resource: mailTemplates, action: 'mail-template', audited: AUDITED } as const
  const writer = recordWriter(db, target, {
    find,
    insert,
    change: async (tx, before, { patch }, actor) => {
      await change(tx, before, { patch }, actor)
      const { id, title } = before
      if (before.secret) await tellOfChange(tx, services, { what: 'mail', id, title }, actor)
    },
    release: async (tx, { id, system }, actor) => {
      if (system) throw forbidden('A system mail cannot be deleted')
      await setEventsOfTemplate(tx, { templateId: id, eventIds: [] }, actor)
    },
  })
  // Only a new mail can be a copy.
  return { ...writer, update: (id, { copyOf: _, ...patch }, ...rest) => writer.update(id, patch, ...rest) }
}
