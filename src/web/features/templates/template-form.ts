import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import { ATTACHED_KINDS } from '#contract/made-documents/made-documents.ts'
import {
  type HtmlBlock,
  htmlBlocks,
  type MailTemplate,
  mailTemplates,
  TEMPLATE_TOASTS,
  TemplateKind,
} from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showAdded, showSuccess } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { blockQuery, blocksList, mailQuery, mailsList, refreshTemplates } from './shared/templates.ts'

/** Typed values of the editor. */
export const typedTemplate = z.object({
  title: z.string(),
  subject: z.string(),
  content: z.string(),
  events: z.array(z.number()),
  attaches: z.enum(ATTACHED_KINDS).nullable().catch(null),
  suggestedFor: z.literal('dates').nullable().catch(null),
  trackingDocuments: z.boolean().catch(true),
})
export type TypedTemplate = z.infer<typeof typedTemplate>
export type TemplateRecord = MailTemplate | HtmlBlock

/** The server's rules, which blocks share. */
export const templateInput = mailTemplates.rules
  ? withRules(mailTemplates.input, mailTemplates.rules)
  : mailTemplates.input

/** The initial values of the editor; empty for a new record. */
export const typedOf = (record: TemplateRecord | null): TypedTemplate => ({
  title: record?.title ?? '',
  subject: record && 'subject' in record ? record.subject : '',
  content: record?.content ?? '',
  events: record && 'events' in record ? record.events.map(({ id }) => id) : [],
  attaches: record && 'attaches' in record ? record.attaches : null,
  suggestedFor: record && 'suggestedFor' in record ? record.suggestedFor : null,
  trackingDocuments: record && 'trackingDocuments' in record ? record.trackingDocuments : true,
})

interface Saving {
  kind: TemplateKind
  record: TemplateRecord | null
  values: Record<string, unknown>
  ask: AskSides
}

const KINDS = {
  [TemplateKind.MAIL]: {
    resource: mailTemplates,
    list: mailsList,
    query: mailQuery,
    href: (id: number) => `/edit-mail/${id}`,
    added: TEMPLATE_TOASTS.mailCreated,
    edited: TEMPLATE_TOASTS.mailUpdated,
  },
  [TemplateKind.BLOCK]: {
    resource: htmlBlocks,
    list: blocksList,
    query: blockQuery,
    href: (id: number) => `/edit-html-block/${id}`,
    added: TEMPLATE_TOASTS.blockCreated,
    edited: TEMPLATE_TOASTS.blockUpdated,
  },
}

const flat = (record: TemplateRecord) => ({ ...record, ...typedOf(record) })

/** Adds or edits a mail or block, refreshes the lists and shows the toast. Rejects as the call does. */
export async function saveTemplate({ kind, record, values: typed, ask }: Saving): Promise<void> {
  const { resource, list, query, href, added, edited } = KINDS[kind]
  const { path, row } = resource
  const values = kind === TemplateKind.MAIL ? typed : { title: typed.title, content: typed.content }
  const saved = record
    ? await saveMerging({
        base: flat(record),
        values,
        send: async (changes, updatedAt) =>
          flat(await request(row, `${path}/edit/${record.id}`, { method: 'PUT', body: { ...changes, updatedAt } })),
        readCurrent: (data) => {
          const current = row.safeParse(data).data
          return current ? flat(current) : null
        },
        ask,
      })
    : await request(row, `${path}/add`, { method: 'POST', body: values })
  if (!record) markAdded(list, saved.id)
  queryClient.removeQueries({ queryKey: query(saved.id).queryKey })
  await refreshTemplates()
  if (record) return showSuccess(edited)
  showAdded(added, { label: saved.title, href: href(saved.id) })
}
