import { z } from 'zod'
import { requiredText } from '#contract/lib/fields.ts'
import { secretText } from '#contract/lib/secret-texts.ts'

/**
 * Callers who must have confirmed lately that it is them: everybody, or only people with a second factor.
 * 'by-body': everybody, but only with some bodies, which the call checks itself.
 */
export type StepUp = 'everybody' | 'with-factor' | 'by-body'

/** Minutes after its login or its last confirmation in which a session may do what needs a confirmation. */
export const STEP_UP_MINUTES = 10
/** Minutes that a login waits for its code. */
export const CHALLENGE_MINUTES = 5
/** Recovery codes of an account, each for one use. */
export const RECOVERY_CODES = 10

export const CODE_REFUSED = 'This code does not work. Each code works once: enter the one that your app shows now.'
export const SIGN_IN_EXPIRED = 'This sign-in has expired or was used. Please enter your password again.'
export const STEP_UP_NEEDED = 'Please confirm that it is you.'
export const SET_UP_NEEDED = 'Please set up a second factor first.'
export const ALREADY_ON = 'A second factor is already set up. Remove it first to set up another one.'
export const NO_SECOND_FACTOR = 'This account has no second factor.'

/** A code of the app or a recovery code as typed, with spaces and dashes wherever people put them. */
export const typedCode = () => requiredText('Code', 50)

export const codeInput = z.object({ code: typedCode() })
/** The second step of a login. */
export const secondFactorInput = z.object({ challenge: requiredText('Challenge', 100), code: typedCode() })

/** The answer of `POST login` where a code is needed too: no token yet. */
export const secondFactorStep = z.object({ step: z.literal('second-factor'), challenge: z.string() })

/** A secret for an authenticator app: as text, as the otpauth address, and as a QR code of that address. */
export const totpSecret = z.object({ secret: secretText(), url: secretText(), qr: secretText() })
export type TotpSecret = z.infer<typeof totpSecret>

export const recoveryCodes = z.object({ recoveryCodes: z.array(secretText()) })

/** The caller's second factor. */
export const secondFactorState = z.object({
  /** Null without a second factor. */
  since: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** True if this installation requires staff to have one. */
  required: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** The instant until which the session may do what needs a confirmation. */
export const steppedUp = z.object({ until: z.string() })
