import { sql } from 'kysely'
import { SECRET_PURPOSES } from '#contract/templates/template-variables.ts'
import { type HtmlBlock, type HtmlBlockInput, htmlBlocks } from '#contract/templates/templates.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { freeNames } from '#server/db/free-names.ts'
import { notFound } from '#server/errors.ts'
import { checkMailsOfBlock } from '#server/mail/check-secrets.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Store } from '#server/resource/store.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { checkBlockContent } from './check-source.ts'
import { type TemplateNoticeNeeds, tellOfChange } from './template-notices.ts'

const MAX_IDENTIFIER = 90

/** The name of a block in templates, made from its first title: 'Order summary' → orderSummary. */
export async function identifierOf(title: string): Promise<string> {
  const { default: slugify } = await import('@sindresorhus/slugify')
  const words = slugify(title.replaceAll("'", '').replaceAll('’', ''))
    .split('-')
    .filter((word) => word !== '')
  const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
  const identifier = /^[a-z]/.test(camel) ? camel : `block${camel}`
  return identifier.slice(0, MAX_IDENTIFIER)
}

async function insertBlock(tx: Tx, { title, content }: HtmlBlockInput): Promise<number> {
  const plain = await identifierOf(title)
  const names = freeNames(tx, { table: 'htmlBlocks', column: 'identifier' }, plain, (n) => `${plain}${n}`)
  for await (const identifier of names) {
    const inserted = await tx
      .insertInto('htmlBlocks')
      .values({ title, content, identifier })
      .onConflict((conflict) => conflict.column('identifier').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
  throw new Error('No unused identifier found')
}

const templatesOfBlock = sql<HtmlBlock['templates']>`coalesce(
  (select json_agg(json_build_object('id', t.id, 'title', t.title) order by t.id)
   from mail_template_blocks u join mail_templates t on t.id = u.template_id where u.block_id = html_blocks.id), '[]')`

/** Whether a mail with a secret uses a block. */
export async function isInSecretMail(db: Db, id: number): Promise<boolean> {
  const mail = await db
    .selectFrom('mailTemplateBlocks as u')
    .innerJoin('mailTemplates as t', 't.id', 'u.templateId')
    .select('t.id')
    .where('u.blockId', '=', id)
    .where('t.purpose', 'in', SECRET_PURPOSES)
    .executeTakeFirst()
  return mail !== undefined
}

const read = (db: Db) =>
  db
    .selectFrom('htmlBlocks')
    .select([
      'htmlBlocks.id',
      'htmlBlocks.updatedAt',
      'htmlBlocks.title',
      'htmlBlocks.identifier',
      'htmlBlocks.content',
    ])
    .select(templatesOfBlock.as('templates'))

const NAMED = 5

/** The titles of the mails that use a block; null if none do. */
async function usedBy(tx: Tx, id: number): Promise<string | null> {
  const titles = await tx
    .selectFrom('mailTemplateBlocks as u')
    .innerJoin('mailTemplates as t', 't.id', 'u.templateId')
    .select('t.title')
    .where('u.blockId', '=', id)
    .orderBy('t.id')
    .execute()
  if (titles.length === 0) return null
  const named = titles
    .slice(0, NAMED)
    .map(({ title }) => `'${title}'`)
    .join(', ')
  return titles.length > NAMED ? `${named} and ${titles.length - NAMED} more` : named
}

/** Html blocks, cleaned and compiled on save. The identifier never changes, whatever the title. */
export function blockStore(db: Db, services: TemplateNoticeNeeds): Store<HtmlBlock, HtmlBlockInput> {
  const check = async (tx: Tx, { content }: HtmlBlockInput, before: HtmlBlock | null) => {
    if (before && content !== before.content) await checkMailsOfBlock(tx, before.id, content)
  }
  const storeOn = (on: Db) => tableStore(on, htmlBlocks, { read, usedBy, check })
  const table = storeOn(db)
  return {
    ...table,
    create: (input, actor) =>
      inTransaction(db, async (tx) => {
        const id = await insertBlock(tx, { ...input, content: await checkBlockContent(input.content) })
        const after = await read(tx).where('htmlBlocks.id', '=', id).executeTakeFirst()
        if (!after) throw notFound(htmlBlocks.name)
        await recordAudit(tx, actor, { action: 'html-block.create', entity: 'htmlBlocks', entityId: id, after }, [
          'title',
          'identifier',
          'content',
        ])
        return after
      }),
    update: async (id, patch, version, actor) => {
      const content = patch.content ? { content: await checkBlockContent(patch.content) } : {}
      return inTransaction(db, async (tx) => {
        const after = await storeOn(tx).update(id, { ...patch, ...content }, version, actor)
        const what = { what: 'html-block', id, title: after.title } as const
        if (await isInSecretMail(tx, id)) await tellOfChange(tx, services, what, actor)
        return after
      })
    },
  }
}
