import { MailPurpose } from '#contract/mails/mails.ts'
import { TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import type { LivePreviewInput, RenderedPreview } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { linkBases } from '#server/mail/mail-site.ts'
import { renderOrderDraft } from '#server/mail/order-mail.ts'
import { type ChangeSource, type RenderedMail, renderMail } from '#server/mail/render-mail.ts'
import type { Services } from '#server/services.ts'
import { conditionsOf, forceConditions } from '#server/templates/template-conditions.ts'
import { checkDraft } from './check-source.ts'

async function purposeOf(db: Db, templateId: number | null): Promise<MailPurpose | null> {
  if (templateId === null) return null
  const row = await db.selectFrom('mailTemplates').select('purpose').where('id', '=', templateId).executeTakeFirst()
  if (!row) throw notFound('Mail')
  return row.purpose
}

async function latestOrder(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

const samples = (services: Services) => ({
  ...Object.fromEntries(TEMPLATE_VARIABLES.map(({ identifier, sample }) => [identifier, sample])),
  'site.url': services.siteUrl(),
  'reset.url': `${services.appUrl()}/reset-password/sample`,
})

/** With the order asked for, else the latest; with sample values where there is none, and for the mail that has none. */
async function render(
  services: Services,
  draft: { subject: string; content: string },
  orderId: number | null,
  change: ChangeSource,
): Promise<RenderedMail> {
  const { db } = services
  if (orderId !== null) return renderOrderDraft(db, services, { ...draft, orderId }, change)
  return renderMail(db, draft, samples(services), linkBases(services), change)
}

/**
 * A mail or block as it stands in the editor, as it would leave: checked, cleaned and rendered, with the conditions it
 * has, those that were chosen taken as asked. Throws 400 at `content` or `subject`, 404 for the order.
 */
export async function renderDraft(services: Services, input: LivePreviewInput): Promise<RenderedPreview> {
  const { db } = services
  const purpose = await purposeOf(db, input.templateId)
  const subject = input.type === 'block' ? '' : input.subject
  const content = await checkDraft(db, { content: input.content, subject, block: input.type === 'block' }, purpose)
  const forced = new Map(Object.entries(input.conditions ?? {}))
  const conditions = new Set<string>()
  const change = (source: string) => {
    for (const condition of conditionsOf(source)) conditions.add(condition)
    return forceConditions(source, forced)
  }
  const orderId = purpose === MailPurpose.PASSWORD_RESET ? null : (input.orderId ?? (await latestOrder(db)))
  const rendered = await render(services, { subject, content }, orderId, change)
  return { ...rendered, conditions: [...conditions] }
}
