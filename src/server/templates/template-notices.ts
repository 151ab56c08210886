import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { Actor } from '#server/http/app-types.ts'
import { checkRendered } from '#server/mail/check-secrets.ts'
import { canSend } from '#server/mail/mail-server.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { MisplacedSecret, readBlocks } from '#server/mail/render-mail.ts'
import { activeStaff } from '#server/orders/staff.ts'

/** Services for telling administrators. */
export type TemplateNoticeNeeds = Pick<MailSettings, 'config' | 'appUrl'>
type Needs = TemplateNoticeNeeds

interface Notice {
  subject: string
  lines: string[]
  /** Path of the page concerned. */
  path: string
}

/** Queues a mail to every administrator. */
async function tellAdministrators(tx: Tx, services: Needs, { subject, lines, path }: Notice): Promise<void> {
  const admins = await activeStaff(tx).select('email').where(sql<boolean>`${Role.ADMIN} = any(role)`).execute()
  const configured = await canSend(tx, services)
  const url = services.appUrl() + path
  const html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px;line-height:1.5">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(url)}">Open it</a></p>
</body></html>
`
  const text = `${[...lines, url].join('\n\n')}\n`
  const mail = { kind: MailKind.TEMPLATE_NOTICE, copies: false, subject, html, text }
  for (const { id, name, email } of admins)
    await queueMail(tx, { ...mail, to: { name, address: email }, userId: id }, { configured })
}

/** A changed text with a secret link: a mail, or a block in such mails. */
interface Changed {
  what: 'mail' | 'html-block'
  id: number
  title: string
}

/** Tells administrators who changed a text with a secret link. */
export async function tellOfChange(tx: Tx, services: Needs, { what, id, title }: Changed, actor: Actor): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', actor.userId ?? 0)
    .executeTakeFirst()
  const by = user ? `${user.username} (${user.email})` : 'Somebody'
  const sent = what === 'mail' ? 'It is sent' : 'It is part of mails that are sent'
  await tellAdministrators(tx, services, {
    subject: `The ${what} '${title}' was changed`,
    lines: [
      `${by} changed the ${what} '${title}'. ${sent} with a link that only its receiver may have.`,
      'If this was not meant, correct the text, and ask whoever changed it: somebody else may use the account.',
    ],
    path: what === 'mail' ? `/edit-mail/${id}` : `/edit-html-block/${id}`,
  })
}

/** Whether a mail is not sent as it was saved. */
async function isUnsafe(db: Db, content: string): Promise<boolean> {
  try {
    await checkRendered(content, await readBlocks(db, content))
    return false
  } catch (error) {
    return error instanceof MisplacedSecret
  }
}

/**
 * Tells administrators once about every mail that an earlier version saved and that would give its link away:
 * such a mail is sent with other words, or with the public link. Returns how many.
 */
export async function tellOfUnsafeMails(db: Db, services: Needs): Promise<number> {
  const mails = await db
    .selectFrom('mailTemplates')
    .select(['id', 'title', 'content'])
    .where('unsafeToldAt', 'is', null)
    .orderBy('id')
    .execute()
  let told = 0
  for (const { id, title, content } of mails) {
    if (!(await isUnsafe(db, content))) continue
    const line = `The text of the mail '${title}' would give away the link in it, so it is not sent as it is. Please open it and save it again: the message says what is wrong.`
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('mailTemplates')
        .set({ unsafeToldAt: sql`now()` })
        .where('id', '=', id)
        .where('unsafeToldAt', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await tellAdministrators(tx, services, {
        subject: `The mail '${title}' is not safe`,
        lines: [line],
        path: `/edit-mail/${id}`,
      })
      told++
    })
  }
  return told
}
