import { CHALLENGE_MINUTES, RECOVERY_CODES, STEP_UP_MINUTES } from '#contract/accounts/second-factor.ts'
import { type Call, own, specified } from '#contract/api/call.ts'
import { FRAME_TICKET_MINUTES } from '#contract/lib/frame-ticket.ts'

/** The calls for signing in and out, and about one's password, second factor and sessions. */
export const SESSION_CALLS: Record<string, Call> = {
  'POST login': specified(
    'login',
    'Sign in',
    'Returns the token that all other calls need in the header user-token. For staff with a second factor it returns step and challenge instead: send both the challenge and a code to POST login/second-factor.',
  ),
  'POST login/second-factor': own(
    'loginWithSecondFactor',
    'Sign in, the second step',
    `Takes the challenge of POST login, which works once and for ${CHALLENGE_MINUTES} minutes, and a code of the app or a recovery code. Twenty wrong codes in an hour from one address get 429 for this account; a recovery code that works never does.`,
  ),
  'POST logout': specified(
    'logout',
    'Sign out',
    'Ends the session of the header user-token or token. data.endSessionUrl is where the browser ends the session of the identity provider, if it began there; otherwise data is null.',
  ),
  'POST app/forgot-password': specified('askForPasswordReset', 'Request a link to set a new password'),
  'POST first-run': own(
    'createFirstAdministrator',
    'Create the first administrator and sign in',
    'Only while the installation has no staff, with a code that the server logs at each start; afterwards always 404.',
  ),
  'POST app/reset-password/check': own('checkResetLink', 'Check a reset link without using it'),
  'POST app/reset-password': own(
    'resetPassword',
    'Set a new password with a reset link',
    'Ends all sessions; removes passkeys and revokes API keys of the account too, unless endPasskeysAndKeys is false. Its owner gets a mail.',
  ),
  'GET user/check_token': specified('checkToken', 'Check the token and read whose it is'),
  'GET user/personal/get': specified('getOwnAccount', 'Read your own account'),
  'PUT user/personal/password': own(
    'changeOwnPassword',
    'Change your own password',
    'Ends your other sessions. With endPasskeysAndKeys it removes your passkeys and revokes your API keys too. You get a mail about it.',
  ),
  'GET user/totp': own('getSecondFactor', 'Read whether you have a second factor'),
  'POST user/totp/start': own(
    'startSecondFactor',
    'Begin to set up a second factor',
    'Makes a secret for an app (RFC 6238: SHA-1, 6 digits, 30 seconds). It protects nothing until a code of the app confirms it; 409 while one is set up.',
  ),
  'POST user/totp/confirm': own(
    'confirmSecondFactor',
    'Turn the second factor on',
    `Takes the first code of the app. Returns ${RECOVERY_CODES} recovery codes, which no other call shows again.`,
  ),
  'DELETE user/totp': own(
    'removeSecondFactor',
    'Remove the second factor',
    'Takes a code of the app or a recovery code, which confirms that it is you, too.',
  ),
  'POST user/totp/recovery-codes': own(
    'renewRecoveryCodes',
    'Make new recovery codes',
    'Takes a code of the app or a recovery code, which confirms that it is you, too. Those before work no more; the new ones are shown only here.',
  ),
  'POST user/step-up': own(
    'stepUp',
    'Confirm that it is you',
    `Takes a code of the second factor, a passkey's answer to the challenge of POST user/step-up/start, or the password (its MD5) where the account has no second factor. For ${STEP_UP_MINUTES} minutes this session may then make the calls that need it: without, they answer 403 with data.stepUp and, in data.ways, how this account can confirm. Signing in counts, too; 'provider' is for accounts that sign in at the identity provider again.`,
  ),
  'POST user/step-up/start': own(
    'startStepUp',
    'Begin to confirm with a passkey',
    'Answers what the browser needs to ask the device (WebAuthn). The challenge serves this session, one answer and five minutes. 409 for an account without passkeys.',
  ),
  'GET user/sessions': own(
    'listOwnSessions',
    'List where you are signed in',
    'Those in which you view the site as a client, too.',
  ),
  'DELETE user/sessions/{id}': own('endOwnSession', 'End one of your sessions'),
  'GET admin/staff': own('listStaffAccounts', 'List the accounts of staff'),
  'GET admin/staff/{id}/sessions': own('listSessionsOfStaff', 'List where a member of staff is signed in'),
  'DELETE admin/staff/{id}/sessions': own(
    'endSessionsOfStaff',
    'End all sessions of a member of staff',
    'Their views of the site as a client, too; your own account included.',
  ),
  'DELETE admin/staff/{id}/sessions/{sid}': own(
    'endSessionOfStaff',
    'End a session of a member of staff',
    'The views of the site as a client that began in it end, too.',
  ),
  'POST user/sessions/end-others': own('endOtherSessions', 'End all of your sessions but this one'),
  'GET user/frame-ticket': own(
    'getFrameTicket',
    'Get a ticket to show HTML',
    `Pages of the back office show mails with it, in frames of their own. It works for ${FRAME_TICKET_MINUTES} minutes, and ends with the session.`,
  ),
}
