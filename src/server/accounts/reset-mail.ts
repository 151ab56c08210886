import { MailKind, MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { renderSecretMail } from '#server/mail/built-in-mails.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { linkBases, type MailSettings } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { type RenderedMail, readTemplate } from '#server/mail/render-mail.ts'
import { clientVariables } from '#server/orders/mails/order-variables.ts'

/** Renders the password reset mail of an account with its link. Throws 404 if the account does not exist. */
export async function renderResetMail(
  db: Db,
  services: Pick<MailSettings, 'siteUrl' | 'appUrl'>,
  userId: number,
  url: string,
): Promise<RenderedMail & { templateId: number; templateTitle: string }> {
  const addresses = linkBases(services)
  const user = await db
    .selectFrom('users')
    .select(['username', 'companyName', 'companyAddress', 'email', 'phone', 'canadianBusinessNumber'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound('Account')
  const purpose = MailPurpose.PASSWORD_RESET
  const template = await readTemplate(db, { purpose })
  const values = { ...clientVariables(user), 'site.url': addresses.siteUrl, 'reset.url': url }
  return {
    ...(await renderSecretMail({ ...template, purpose }, values, addresses)),
    templateId: template.id,
    templateTitle: template.title,
  }
}

/** Queues the password reset mail, to the account only: no copies. */
export async function queueResetMail(
  tx: Tx,
  services: MailSettings,
  to: { id: number; name: string; email: string },
  url: string,
): Promise<void> {
  const mail = await renderResetMail(tx, services, to.id, url)
  await queueMail(
    tx,
    { ...mail, kind: MailKind.PASSWORD_RESET, to: { name: to.name, address: to.email }, copies: false, userId: to.id },
    { configured: await canSend(tx, services) },
  )
}
