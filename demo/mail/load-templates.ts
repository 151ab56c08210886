import type { PoolClient } from 'pg'
import type { AttachedKind } from '#contract/made-documents/made-documents.ts'
import { addDays } from '#demo/lib/days.ts'
import { insertRows } from '#demo/lib/insert-rows.ts'
import { EVENTS } from '#demo/reference/events.ts'
import { BLOCKS } from './mail-blocks.ts'
import { blocksOf, TEMPLATES, type TemplateKey } from './mail-templates.ts'

/** The papers that go with mails. */
const ATTACHES: Partial<Record<TemplateKey, AttachedKind>> = {
  confirmation: 'booking-confirmation',
  arrival: 'arrival-notice',
}

export type TemplateIds = ReadonlyMap<TemplateKey, { id: number; title: string }>

/** Blocks, templates and events. System templates, created by the migrations, get the demo's texts. */
export async function loadTemplates(client: PoolClient, now: Date): Promise<TemplateIds> {
  const stamps = { createdAt: addDays(now, -480), updatedAt: addDays(now, -60) }
  await insertRows(
    client,
    'htmlBlocks',
    BLOCKS.map((block, at) => ({ id: at + 1, ...block, ...stamps })),
  )
  const known = await client.query<{ id: number; purpose: string }>('select id, purpose from mail_templates')
  const byPurpose = new Map(known.rows.map(({ purpose, id }) => [purpose, id]))
  let last = Math.max(0, ...byPurpose.values())
  const numbered = TEMPLATES.map((template) => ({ template, id: byPurpose.get(template.purpose ?? '') ?? ++last }))
  await client.query('delete from mail_templates')
  await insertRows(
    client,
    'mailTemplates',
    numbered.map(({ id, template: { key, title, subject, content, purpose } }) => ({
      id,
      title,
      subject,
      content,
      purpose,
      attaches: ATTACHES[key] ?? null,
      suggestedFor: key === 'datesChanged' ? ('dates' as const) : null,
      ...stamps,
    })),
  )
  const uses = numbered.flatMap(({ id, template }) =>
    blocksOf(template).map((at) => ({ templateId: id, blockId: at + 1 })),
  )
  await insertRows(client, 'mailTemplateBlocks', uses)
  const ids = new Map(numbered.map(({ id, template: { key, title } }) => [key, { id, title }]))
  await insertRows(
    client,
    'events',
    EVENTS.map(({ name, publicStatus, template, milestone }, at) => ({
      id: at + 1,
      name,
      publicStatus,
      milestone,
      ...stamps,
      emailTemplateId: template ? (ids.get(template)?.id ?? null) : null,
    })),
  )
  return ids
}
