import { formatAt } from '#contract/lib/format.ts'
import { AppError } from '#server/errors.ts'
import type { LinkBases } from '#server/html/finish-html.ts'

/** The settings of this installation that mails depend on. */
export interface MailSettings {
  config: { timeZone: string; smtpUrl?: string; mailHoldSeconds: number }
  /** Base address of the customers' site, without a slash at the end. */
  siteUrl: () => string
  /** Base address of the back-office, which serves the pictures. */
  appUrl: () => string
  /** The run on whose behalf mails are queued: it holds them until its last row. */
  runId?: number
}

/** What every mail is rendered with. */
export interface MailBases extends LinkBases {
  /** The time zone whose clock says what 'now' is. */
  timeZone: string
}

type Based = Pick<MailSettings, 'siteUrl' | 'appUrl'> & { config: { timeZone: string } }
/** The base addresses of links and pictures in mails, and their clock. */
export const mailBases = ({ siteUrl, appUrl, config }: Based): MailBases => ({
  siteUrl: siteUrl(),
  appUrl: appUrl(),
  timeZone: config.timeZone,
})

/**
 * 409 for a mail that cannot be held back any more; `at` is when the first delivery was handed to the mail
 * server.
 */
export const mailHasLeft = (at: string, timeZone: string) =>
  new AppError(409, `The mail has left ${formatAt(at, timeZone)}.`)
