import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Session } from '#server/http/session.ts'
import { withPublicLink } from '#server/mail/links/secret-links.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { RenderedMail } from '#server/mail/render-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

interface TestMail {
  rendered: RenderedMail
  to: Pick<Session, 'userId' | 'username' | 'email'>
}

/** Queues a rendered draft to the person editing it. Returns the mail's id. */
export async function queueTestMail(tx: Tx, services: Services, input: TestMail, actor: Actor): Promise<number> {
  // A test mail has no personal link.
  const publicUrl = `${services.siteUrl()}/tracking`
  const { subject, html, text } = input.rendered
  const { userId, username, email } = input.to
  const mail = {
    kind: MailKind.TEST,
    to: { name: username, address: email },
    copies: false,
    subject: `[TEST] ${subject}`,
    html: withPublicLink(html, publicUrl),
    text: withPublicLink(text, publicUrl),
    userId,
    createdBy: userId,
  }
  const id = await queueMail(tx, mail, { configured: await canSend(tx, services) })
  await recordAudit(tx, actor, { action: 'mail-template.test', entity: 'mails', entityId: id })
  return id
}
