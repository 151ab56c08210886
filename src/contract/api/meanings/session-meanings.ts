import { CHALLENGE_MINUTES, STEP_UP_MINUTES } from '#contract/session/second-factor.ts'

/** What the properties of signing in, second factors and sessions mean. */
export const SESSIONS: Record<string, string> = {
  step: 'What comes next: second-factor.',
  challenge: `Names the login that waits for a code, once and for ${CHALLENGE_MINUTES} minutes.`,
  'SecondFactorInput.code': 'A code of the app, or a recovery code. Spaces and dashes do not matter.',
  'CodeInput.code': 'A code of the app, or a recovery code where one is set up. Spaces and dashes do not matter.',
  'TotpSecret.secret': 'The secret in base 32, to be typed into an app.',
  'TotpSecret.url': 'The same as an otpauth address, as apps read it.',
  qr: 'The address as a QR code: a data URL of an SVG picture.',
  recoveryCodes: 'Codes that work instead of the app, each once.',
  since: 'Since when the account has a second factor; null without one.',
  recoveryCodesLeft: 'How many recovery codes were not used.',
  'SecondFactorState.required': 'Whether all staff must have a second factor here.',
  'SteppedUp.until': `Until when the session may do what needs a confirmation: ${STEP_UP_MINUTES} minutes from now.`,
  'StepUpInput.code': 'A code of the app, or a recovery code: for an account with a second factor.',
  'StepUpInput.password':
    'MD5 of the password as lower-case hex (32 hex digits): for an account without a second factor.',
  'StepUpInput.passkey': 'What the device signed for the challenge of POST user/step-up/start.',
  'StepUpInput.passkey.id': 'The id of the credential.',
  'StepUpInput.passkey.type': 'public-key.',
  'StepUpInput.passkey.response': 'What the device answered.',
  'OwnPasswordInput.endPasskeysAndKeys':
    'Whether the passkeys of the account are removed and its API keys revoked too; false by default.',
  'ResetPasswordInput.endPasskeysAndKeys':
    'Whether the passkeys of the account are removed and its API keys revoked too; true by default.',
  device: "Browser and device in words: 'Firefox on Windows'.",
  'OwnSession.ip': 'The address from which it was started.',
  'OwnSession.createdAt': 'When it was started.',
  'OwnSession.lastUsedAt': 'When it was last used, to the minute.',
  current: 'Whether this is the session of the call.',
  viewing: 'The client as whom it views the customer site; null for a session of the back-office.',
  'OwnSession.viewing.id': 'The id of the client.',
  'OwnSession.viewing.username': 'The name of the client.',
  ended: 'How many sessions were ended.',
}
