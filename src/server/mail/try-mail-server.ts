import { randomBytes } from 'node:crypto'
import { email } from '#contract/lib/fields.ts'
import type { Config } from '#server/config/config.ts'
import type { FileStore } from '#server/files/files.ts'
import { explainFailure } from './mail-failure.ts'
import { openTransport } from './open-transport.ts'

/**
 * Sends a test mail with the settings of this installation, past the outbox. Returns whether the mail server
 * accepted it, in words for operators. Throws ConfigError.
 */
export async function tryMailServer(
  config: Pick<Config, 'smtpUrl' | 'mailNeedsTls' | 'mailFrom' | 'mailReplyTo' | 'dkim'>,
  files: FileStore,
  address: string,
): Promise<{ accepted: boolean; says: string }> {
  const to = email().safeParse(address)
  if (!to.success) return { accepted: false, says: `"${address}" is not an email address.` }
  const transport = await openTransport(config, files)
  if (!transport) return { accepted: false, says: 'SMTP_URL is not set: there is no mail server to send through.' }
  const text = 'This mail shows that Quayside can send mails.'
  try {
    await transport.send({
      messageId: randomBytes(16).toString('hex'),
      to: { name: '', address: to.data },
      recipient: to.data,
      subject: '[TEST] Quayside can send mails',
      html: `<p>${text}</p>`,
      text,
      date: new Date(),
      attachments: [],
    })
    return { accepted: true, says: `The mail server accepted a test mail from ${config.mailFrom} to ${to.data}.` }
  } catch (error) {
    return { accepted: false, says: explainFailure(error).reason }
  } finally {
    transport.close()
  }
}
