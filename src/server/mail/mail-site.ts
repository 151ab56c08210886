import type { LinkBases } from '#server/html/finish-html.ts'

/** What the mails need to know about this installation. */
export interface MailSettings {
  config: { timeZone: string; smtpUrl?: string }
  /** Base address of the customers' site, without a slash at the end. */
  siteUrl: () => string
  /** Base address of the back-office, which serves the pictures. */
  appUrl: () => string
}

/** Where the links of a mail lead. */
export const linkBases = ({ siteUrl, appUrl }: Pick<MailSettings, 'siteUrl' | 'appUrl'>): LinkBases => ({
  siteUrl: siteUrl(),
  appUrl: appUrl(),
})

/** Whether a mail server is set; without one, mails are kept as 'unsent'. */
export const canSend = ({ config }: Pick<MailSettings, 'config'>): boolean => config.smtpUrl !== undefined
