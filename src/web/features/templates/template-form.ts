import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import {
  type HtmlBlock,
  htmlBlocks,
  type MailTemplate,
  mailTemplates,
  TEMPLATE_TOASTS,
  type TemplateKind,
} from '#contract/templates/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showAdded, showSuccess } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { blockQuery, blocksList, mailQuery, mailsList, refreshTemplates } from '#web/model/templates/templates.ts'

/** The values of the editor, as typed. */
export const typedTemplate = z.object({
  title: z.string(),
  subject: z.string(),
  content: z.string(),
  events: z.array(z.number()),
})
export type TypedTemplate = z.infer<typeof typedTemplate>
export type TemplateRecord = MailTemplate | HtmlBlock

/** The server's rules, the same for blocks. */
export const templateInput = mailTemplates.rules
  ? withRules(mailTemplates.input, mailTemplates.rules)
  : mailTemplates.input

/** The initial values. */
export const typedOf = (record: TemplateRecord | null): TypedTemplate => ({
  title: record?.title ?? '',
  subject: record && 'subject' in record ? record.subject : '',
  content: record?.content ?? '',
  events: record && 'events' in record ? record.events.map(({ id }) => id) : [],
})

interface Saving {
  kind: TemplateKind
  record: TemplateRecord | null
  values: Record<string, unknown>
  ask: AskSides
}

const flat = (record: TemplateRecord) => ({ ...record, ...typedOf(record) })

/** Adds or edits a mail or block, shows the toast and refreshes the lists. Rejects as the call does. */
export async function saveTemplate({ kind, record, values: typed, ask }: Saving): Promise<void> {
  const values = kind === 'mail' ? typed : { title: typed.title, content: typed.content }
  const { path } = kind === 'mail' ? mailTemplates : htmlBlocks
  const row = kind === 'mail' ? mailTemplates.row : htmlBlocks.row
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
  const texts = TEMPLATE_TOASTS
  if (record) showSuccess(kind === 'mail' ? texts.mailUpdated : texts.blockUpdated)
  else {
    const href = kind === 'mail' ? `/edit-mail/${saved.id}` : `/edit-html-block/${saved.id}`
    showAdded(kind === 'mail' ? texts.mailCreated : texts.blockCreated, { label: saved.title, href })
    markAdded(kind === 'mail' ? mailsList : blocksList, saved.id)
  }
  const { queryKey } = kind === 'mail' ? mailQuery(saved.id) : blockQuery(saved.id)
  queryClient.removeQueries({ queryKey })
  await refreshTemplates()
}
