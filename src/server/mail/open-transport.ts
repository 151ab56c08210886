import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/setting-fields.ts'
import type { FileStore } from '#server/files/files.ts'
import type { MailTransport, TransportSettings } from './mail-transport.ts'

/** The key in MAIL_DKIM_KEY_FILE. Throws ConfigError if there is none. */
async function dkimOf({ dkim }: Pick<Config, 'dkim'>): Promise<TransportSettings['dkim']> {
  if (!dkim) return undefined
  const { domain: domainName, selector: keySelector, keyFile } = dkim
  try {
    const privateKey = await readFile(keyFile, 'utf8')
    createPrivateKey(privateKey)
    return { domainName, keySelector, privateKey }
  } catch {
    throw new ConfigError(`MAIL_DKIM_KEY_FILE ${keyFile} is not a private key that can be read (PEM)`)
  }
}

/** The configured mail server; null without one, so that its code is not loaded. Throws ConfigError. */
export async function openTransport(
  config: Pick<Config, 'smtpUrl' | 'mailNeedsTls' | 'mailFrom' | 'mailReplyTo' | 'dkim'>,
  files: FileStore,
): Promise<MailTransport | null> {
  const { smtpUrl, mailNeedsTls: needsTls, mailFrom: from, mailReplyTo: replyTo } = config
  if (!smtpUrl) return null
  const dkim = await dkimOf(config)
  const { createMailTransport } = await import('./mail-transport.ts')
  return createMailTransport({ smtpUrl, needsTls, from, replyTo, dkim }, files)
}
