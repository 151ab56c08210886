import { MailKind, MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { renderInvitation, renderSecretMail } from '#server/mail/built-in-mails.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { type MailSettings, mailBases } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { type RenderedMail, readTemplate } from '#server/mail/render-mail.ts'
import { clientVariables } from '#server/orders/mails/order-variables.ts'

type Addresses = Parameters<typeof mailBases>[0]

/** Values of a mail with such a link. Throws 404 if the account does not exist. */
async function valuesFor(db: Db, addresses: ReturnType<typeof mailBases>, userId: number, url: string) {
  const user = await db
    .selectFrom('users')
    .select(['username', 'companyName', 'companyAddress', 'email', 'phone', 'canadianBusinessNumber'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound('Account')
  return { ...clientVariables(user), 'site.url': addresses.siteUrl, 'reset.url': url }
}

/** Renders the password reset mail of an account with its link. Throws 404 if the account does not exist. */
export async function renderResetMail(
  db: Db,
  services: Addresses,
  userId: number,
  url: string,
): Promise<RenderedMail & { templateId: number; templateTitle: string }> {
  const addresses = mailBases(services)
  const values = await valuesFor(db, addresses, userId, url)
  const purpose = MailPurpose.PASSWORD_RESET
  const template = await readTemplate(db, { purpose })
  return {
    ...(await renderSecretMail({ ...template, purpose }, values, addresses)),
    templateId: template.id,
    templateTitle: template.title,
  }
}

interface Receiver {
  id: number
  name: string
  email: string
}

/** Queues the mail to the account only, without copies. Its kind erases the link from the stored mail. */
async function queue(tx: Tx, services: MailSettings, mail: RenderedMail, { id, name, email }: Receiver): Promise<void> {
  await queueMail(
    tx,
    { ...mail, kind: MailKind.PASSWORD_RESET, to: { name, address: email }, copies: false, userId: id },
    { configured: await canSend(tx, services) },
  )
}

/** Queues the password reset mail. */
export async function queueResetMail(tx: Tx, services: MailSettings, to: Receiver, url: string): Promise<void> {
  await queue(tx, services, await renderResetMail(tx, services, to.id, url), to)
}

/** Queues the mail by which a new member of staff sets a first password. */
export async function queueInvitation(tx: Tx, services: MailSettings, to: Receiver, url: string): Promise<void> {
  const addresses = mailBases(services)
  await queue(tx, services, await renderInvitation(await valuesFor(tx, addresses, to.id, url), addresses), to)
}
