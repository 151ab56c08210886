import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { type LivePreviewInput, type RenderedPreview, TemplateKind } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { mailBases } from '#server/mail/mail-site.ts'
import { type ChangeSource, type RenderedMail, readBlocks, renderMail } from '#server/mail/render-mail.ts'
import { conditionsOf, forceConditions } from '#server/mail/rendering/template-conditions.ts'
import { renderOrderDraft } from '#server/orders/mails/order-mail.ts'
import type { Services } from '#server/services.ts'
import { checkDraft } from './check-source.ts'
import { purposeOf } from './template-purpose.ts'

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
  ...Object.fromEntries(
    TEMPLATE_VARIABLES.map(({ identifier, sample, time }) => [
      identifier,
      time ? `${sample} (${services.config.timeZone})` : sample,
    ]),
  ),
  'site.url': services.siteUrl(),
  'reset.url': `${services.appUrl()}/reset-password/sample`,
  'request.url': `${services.appUrl()}/site/upload/sample`,
})

/** Renders with the order's values, or with sample values when there is no order. */
async function render(
  services: Services,
  draft: { subject: string; content: string },
  orderId: number | null,
  change: ChangeSource,
): Promise<RenderedMail> {
  const { db } = services
  if (orderId !== null) return renderOrderDraft(db, services, { ...draft, orderId }, change)
  const blocks = await readBlocks(db, draft.content)
  return renderMail({ ...draft, blocks }, samples(services), mailBases(services), { change })
}

/**
 * A draft as it would be sent: checked, cleaned and rendered, with its conditions, some of them forced to
 * true or false. Throws 400 at `content` or `subject`, 404 for the order.
 */
export async function renderDraft(services: Services, input: LivePreviewInput): Promise<RenderedPreview> {
  const { db } = services
  const purpose = input.templateId === null ? null : await purposeOf(db, input.templateId)
  const subject = input.type === TemplateKind.BLOCK ? '' : input.subject
  const content = await checkDraft(db, { ...input, subject }, purpose)
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
