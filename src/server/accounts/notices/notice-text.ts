import { formatZoned } from '#contract/lib/format.ts'
import { escapeHtml } from '#server/html/escape-html.ts'

/** Changes of an account as its owner reads them. */
export const CHANGES = {
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'passkeys-removed': 'The passkeys of your account were removed',
  'factor-on': 'The second factor of your account was turned on',
  'factor-off': 'The second factor of your account was removed',
  'recovery-codes': 'New recovery codes were made for your account',
  'key-created': 'An API key was created with your account',
  'password-changed': 'The password of your account was changed',
  'password-reset': 'The password of your account was reset with a link',
  'email-changed': 'The email address of your account was changed',
  'provider-linked': 'Your account was linked to an identity provider',
  'provider-unlinked': 'Your account was unlinked from the identity provider',
  'webhook-added': 'A webhook was added with your account',
  'webhook-changed': 'A webhook was changed with your account',
  'webhook-removed': 'A webhook was removed with your account',
  'webhook-rotated': 'A webhook got a new secret with your account',
  'mailbox-added': 'A mailbox was added with your account',
  'mailbox-changed': 'A mailbox was changed with your account',
  'mailbox-removed': 'A mailbox was removed with your account',
} as const
export type Change = keyof typeof CHANGES

export interface Notice {
  change: Change
  /** ISO 8601. */
  at: string
  timeZone: string
  /**
   * The device and address, or another origin. Null when staff changed a client's account: the client need
   * not know who they are.
   */
  from: string | null
  /** Further details. */
  more: string | null
  /** The address to set a new password at; null for clients, and where staff do not sign in by password. */
  resetUrl: string | null
}

const ASK_US = 'If you did not expect this, please contact us.'
const ALONE = 'If this was not you, tell an administrator at once.'
const BY_RESET =
  'If this was not you, set a new password at once. That ends all sessions, passkeys and API keys of your account. Then tell an administrator.'

/**
 * The mail to the owner of an account about a change of how it signs in, as HTML and as text. It contains no
 * secret, and nothing that the person who made the change could have written, such as the name of a passkey.
 */
export function noticeMail({ change, at, timeZone, from, more, resetUrl }: Notice) {
  const subject = CHANGES[change]
  const facts = [
    `When: ${formatZoned(at, timeZone)}`,
    from === null ? 'By: our staff' : `From: ${from}`,
    ...(more === null ? [] : [more]),
  ]
  const advice = from === null ? ASK_US : resetUrl === null ? ALONE : BY_RESET
  const link = resetUrl === null ? '' : `\n<p><a href="${escapeHtml(resetUrl)}">Set a new password</a></p>`
  return {
    subject,
    html: `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.5">
<p>${subject}.</p>
<p>${facts.map(escapeHtml).join('<br>\n')}</p>
<p>${advice}</p>${link}
</body></html>
`,
    text: `${[`${subject}.`, facts.join('\n'), advice, ...(resetUrl === null ? [] : [resetUrl])].join('\n\n')}\n`,
  }
}
