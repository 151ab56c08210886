import { sql } from 'kysely'
import type { MailPurpose } from '#contract/mail/mail-codes.ts'
import { SECRET_VARIABLES } from '#contract/templates/template-variables.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import { AppError, notFound } from '#server/errors.ts'
import { finishSlotted } from '#server/html/finish-slotted.ts'
import { createKept } from '#server/html/kept.ts'
import { SecretElsewhere } from '#server/html/slots.ts'
import type { MailBases } from '#server/mail/mail-site.ts'
import { compileTemplate } from '#server/mail/rendering/compile-template.ts'
import { emptyPrints } from '#server/mail/rendering/empty-prints.ts'
import { renderSlotted, type TemplateValues } from '#server/mail/rendering/render-template.ts'
import { misplacedSecrets, secretsNamed } from '#server/mail/rendering/secret-places.ts'
import { TemplateError, type TemplateProblem } from '#server/mail/rendering/template-names.ts'

/** A template by id, or the system template for a purpose. */
export type TemplateRef = { id: number } | { purpose: MailPurpose }

/** The source of a mail. */
export interface TemplateSource {
  subject: string
  content: string
  /** The HTML blocks it uses, by their identifiers. */
  blocks: Record<string, string>
}

/** A mail as it is sent. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Blocks that a text names, and perhaps others whose names begin like theirs. */
const BLOCKS = sql<Record<string, string>>`(
  select coalesce(json_object_agg(b.identifier, b.content), '{}') from html_blocks b
  where strpos(mail_templates.content, 'blocks.' || b.identifier) > 0
)`

const selectTemplate = (db: Db) =>
  db
    .selectFrom('mailTemplates')
    .select(['id', 'title', 'subject', 'content', 'system', 'trackingDocuments', BLOCKS.as('blocks')])
const BY_ID = madeOnce((db: Db, id: number) => selectTemplate(db).where('id', '=', id).$call(planned))

/** A template with the HTML blocks it uses by their identifiers; undefined if there is none. */
export async function findMailTemplate(db: Db, ref: TemplateRef) {
  const query =
    'id' in ref ? BY_ID(db, ref.id) : selectTemplate(db).where('purpose', '=', ref.purpose).$call(planned).compile()
  return (await db.executeQuery(query)).rows[0]
}

/** Like `findMailTemplate`. Throws 404. */
export async function readTemplate(db: Db, ref: TemplateRef) {
  const template = await findMailTemplate(db, ref)
  if (!template) throw notFound('Mail template')
  return template
}

/** The HTML blocks that a text uses, by their identifiers. */
export async function readBlocks(db: Db, content: string): Promise<Record<string, string>> {
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

/** Options for rendering a mail that is not sent as it was saved, or whose links are not all secret. */
export interface Rendering {
  change?: ChangeSource
  /** Secret variables whose values here are public. */
  open?: readonly string[]
  /** Values for the subject in place of others. */
  inSubject?: TemplateValues
}

/**
 * 400 for a mail in which a secret would stand where others learn of it: its text was saved before that was
 * checked, or together with its blocks.
 */
export class MisplacedSecret extends AppError {
  constructor(part: 'subject' | 'content', message: string) {
    super(400, message, { [part]: message })
  }
}

/** Characters of the sources whose check is kept. */
const MOST = 1_000_000
const checked = createKept<TemplateProblem[]>(MOST)
const problemsOf = (source: string) => checked.get(source) ?? checked.keep(source, misplacedSecrets(source))

/** Throws MisplacedSecret for a source that could give away a secret other than the open ones. */
function checkSecrets({ subject, content, blocks }: TemplateSource, { open = [], inSubject = {} }: Rendering): void {
  const isOpen = (source: string) => secretsNamed(source).every((name) => open.includes(name))
  const shown = secretsNamed(subject).find((name) => !open.includes(name) && !(name in inSubject))
  if (shown) throw new MisplacedSecret('subject', `A subject cannot have {{ ${shown} }}`)
  for (const source of [content, ...Object.values(blocks)]) {
    const [problem] = problemsOf(source)
    if (problem && !isOpen(source)) throw new MisplacedSecret('content', problem.message)
  }
}

/** The secret variable that has this text, without its scheme. */
const nameOf = (text: string, values: TemplateValues) =>
  [...SECRET_VARIABLES].find((name) => String(values[name] ?? '').endsWith(text)) ?? 'The link'

/**
 * Renders subject and content with the HTML blocks they use, ready to send. Throws 400 with the mistake at
 * `subject` or `content`; MisplacedSecret is one of them.
 */
export async function renderMail(
  template: TemplateSource,
  values: TemplateValues,
  addresses: MailBases,
  rendering: Rendering = {},
): Promise<RenderedMail> {
  const { change = (source: string) => source } = rendering
  const changed = { subject: change(template.subject), content: change(template.content) }
  const blocks: Record<string, string> = {}
  for (const [name, source] of Object.entries(template.blocks)) blocks[name] = change(source)
  const without = [...SECRET_VARIABLES].filter((name) => (values[name] ?? '') === '')
  checkSecrets({ ...changed, blocks }, { ...rendering, open: [...(rendering.open ?? []), ...without] })
  try {
    const { subject, content } = renderSlotted(changed, values, blocks, { ...rendering, timeZone: addresses.timeZone })
    return { subject, ...(await finishSlotted(content, addresses)) }
  } catch (error) {
    if (error instanceof TemplateError) throw new AppError(400, error.message, { [error.part]: error.message })
    if (error instanceof SecretElsewhere) throw new MisplacedSecret('content', elsewhere(nameOf(error.text, values)))
    throw error
  }
}

const elsewhere = (name: string) => `${name} may only be text, or the whole address of a link: <a href="{{ ${name} }}">`

/** A variable that a mail prints although it has no value, and its label. */
interface EmptyVariable {
  identifier: string
  label: string
}

/** The variables that a template prints although they have no value, in the order in which they appear. */
export async function emptyVariables(
  db: Db,
  template: TemplateSource,
  values: TemplateValues,
): Promise<EmptyVariable[]> {
  const empty = emptyPrints(template, values, template.blocks)
  if (empty.length === 0) return []
  const rows = await db
    .selectFrom('templateVariables')
    .select(['identifier', 'name'])
    .where('identifier', 'in', empty)
    .execute()
  const labels = new Map(rows.map(({ identifier, name }) => [identifier, name]))
  return empty.map((identifier) => ({ identifier, label: labels.get(identifier) ?? identifier }))
}
