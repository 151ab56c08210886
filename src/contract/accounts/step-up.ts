import { z } from 'zod'
import { passwordMd5 } from '#contract/lib/fields.ts'
import { passkeyAssertion } from './passkeys.ts'
import { typedCode } from './second-factor.ts'

export const STEP_UP_PATH = 'user/step-up'

/**
 * Ways in which an account can confirm that its owner is calling: a code of its second factor, a passkey, the
 * password if it has no second factor, or another sign-in at the identity provider.
 */
export const STEP_UP_WAYS = ['code', 'passkey', 'password', 'provider'] as const
export type StepUpWay = (typeof STEP_UP_WAYS)[number]

export const ONE_PROOF = 'Send one of code, passkey and password.'
export const CODE_INSTEAD = 'This account has a second factor: confirm with a code or a passkey.'
export const NO_PASSKEYS = 'This account has no passkeys.'

/** The body of POST user/step-up: one proof. */
export const stepUpInput = z
  .object({
    code: typedCode().optional(),
    passkey: passkeyAssertion.optional(),
    password: passwordMd5().optional(),
  })
  .superRefine((sent, ctx) => {
    const proofs = Object.values(sent).filter((each) => each !== undefined).length
    if (proofs !== 1) ctx.addIssue({ code: 'custom', path: ['code'], message: ONE_PROOF })
  })
