import { sql } from 'kysely'
import type { MailPurpose } from '#contract/mails/mails.ts'
import type { Db } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { LinkBases } from '#server/html/finish-html.ts'
import { finishHtmlAside } from '#server/html/html-aside.ts'
import { compileTemplate } from '#server/templates/compile-template.ts'
import { emptyPrints } from '#server/templates/empty-prints.ts'
import { renderTemplate, type TemplateValues } from '#server/templates/render-template.ts'
import { TemplateError } from '#server/templates/template-names.ts'

/** A template by id, or the system template for a purpose. */
export type TemplateRef = { id: number } | { purpose: MailPurpose }

/** A mail as it is sent. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Reads a template. Throws 404. */
export async function readTemplate(db: Db, ref: TemplateRef) {
  const all = db.selectFrom('mailTemplates').select(['id', 'title', 'subject', 'content'])
  const one = 'id' in ref ? all.where('id', '=', ref.id) : all.where('purpose', '=', ref.purpose)
  const template = await one.$call(planned).executeTakeFirst()
  if (!template) throw notFound('Mail template')
  return template
}

async function readBlocks(db: Db, content: string): Promise<Record<string, string>> {
  const used = compileTemplate(content, { variables: new Set(), blocks: new Set() }).blocks
  if (used.length === 0) return {}
  const rows = await db
    .selectFrom('htmlBlocks')
    .select(['identifier', 'content'])
    .where('identifier', '=', sql<string>`any(${used}::text[])`)
    .$call(planned)
    .execute()
  return Object.fromEntries(rows.map(({ identifier, content: block }) => [identifier, block]))
}

/** Changes the source of a subject, a body and every block it uses before they are rendered. */
export type ChangeSource = (source: string) => string

/**
 * Renders subject and content with the HTML blocks they use, ready to send. Throws 400 with the mistake at `subject` or
 * `content`.
 */
export async function renderMail(
  db: Db,
  template: { subject: string; content: string },
  values: TemplateValues,
  addresses: LinkBases,
  change: ChangeSource = (source) => source,
): Promise<RenderedMail> {
  const changed = { subject: change(template.subject), content: change(template.content) }
  const blocks: Record<string, string> = {}
  for (const [name, source] of Object.entries(await readBlocks(db, template.content))) blocks[name] = change(source)
  try {
    const { subject, html } = renderTemplate(changed, values, blocks)
    return { subject, ...(await finishHtmlAside(html, addresses)) }
  } catch (error) {
    if (error instanceof TemplateError) throw new AppError(400, error.message, { [error.part]: error.message })
    throw error
  }
}

/** A variable that a mail prints although it has no value, and its label. */
interface EmptyVariable {
  identifier: string
  label: string
}

/** The variables that a template prints although they have no value, in the order in which they appear. */
export async function emptyVariables(
  db: Db,
  template: { subject: string; content: string },
  values: TemplateValues,
): Promise<EmptyVariable[]> {
  const empty = emptyPrints(template, values, await readBlocks(db, template.content))
  if (empty.length === 0) return []
  const rows = await db
    .selectFrom('templateVariables')
    .select(['identifier', 'name'])
    .where('identifier', 'in', empty)
    .execute()
  const labels = new Map(rows.map(({ identifier, name }) => [identifier, name]))
  return empty.map((identifier) => ({ identifier, label: labels.get(identifier) ?? identifier }))
}
