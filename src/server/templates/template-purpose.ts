import type { MailPurpose } from '#contract/mail/mail-codes.ts'
import { mailTemplates } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'

/** The purpose of a system mail; null for other mails. Throws 404. */
export async function purposeOf(db: Db, templateId: number): Promise<MailPurpose | null> {
  const row = await db.selectFrom('mailTemplates').select('purpose').where('id', '=', templateId).executeTakeFirst()
  if (!row) throw notFound(mailTemplates.name)
  return row.purpose
}
