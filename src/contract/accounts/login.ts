import { z } from 'zod'
import { email, flag, passwordMd5, requiredText } from '#contract/lib/fields.ts'
import { maxLength, minLength, REQUIRED } from '#contract/lib/messages.ts'
import { secretText } from '#contract/lib/secret-texts.ts'
import { codePoints } from '#contract/lib/text.ts'
import { secondFactorStep } from './second-factor.ts'
import { sessionUser } from './session.ts'

export const STAFF_PASSWORD = { min: 8, max: 50 } as const
export const CLIENT_PASSWORD = { min: 8, max: 150 } as const

/** The specification's message, to the letter, for a password that was typed twice and differs. */
export const PASSWORDS_DIFFER = 'Password do not match'

/** A password as typed, never trimmed. Only forms see it; its MD5 is sent. */
export const typedPassword = (label: string, { min, max }: { min: number; max: number }) =>
  z.string().superRefine((value, ctx) => {
    const length = codePoints(value.normalize('NFC'))
    if (length === 0) ctx.addIssue({ code: 'custom', message: REQUIRED })
    else if (length < min) ctx.addIssue({ code: 'custom', message: minLength(label, min) })
    else if (length > max) ctx.addIssue({ code: 'custom', message: maxLength(label, max) })
  })

export const loginForm = z.object({
  login: email(),
  password: typedPassword('Password', STAFF_PASSWORD),
  rememberMe: flag(),
})
/** The body of POST login. */
export const loginInput = z.object({
  login: requiredText('Email', 100),
  password: passwordMd5(),
  rememberMe: flag().optional().default(false),
})

/** The reply of POST login. With Remember me, `eternal_token` is the same token again. */
export const loginReply = sessionUser.extend({ user_token: secretText(), eternal_token: secretText().nullable() })
export type LoginReply = z.infer<typeof loginReply>
/** An answer to POST login: the reply, or the second step of an account with a second factor. */
export const loginAnswer = z.union([loginReply, secondFactorStep])
export type LoginAnswer = z.infer<typeof loginAnswer>

/** The body of POST first-run. */
export const firstRunInput = z.object({
  code: requiredText('Code', 100),
  username: requiredText('Name', 50),
  email: email(),
  password: passwordMd5(),
})
export const WRONG_CODE = 'This is not the code of this installation. It is in the log of the server.'
export const ALREADY_SET_UP = 'This installation is already set up. Please sign in.'

export const forgotPasswordInput = z.object({ email: email() })
export const FORGOT_PASSWORD_ANSWER = 'If this address belongs to an account, a mail with a link is on its way.'
/** The body of POST app/reset-password/check, which leaves the link working. */
export const resetLinkInput = z.object({ token: requiredText('Token', 100) })
/** The answer about a working link: true if there are passkeys or API keys that a reset could remove. */
export const resetLink = z.object({ passkeysOrKeys: z.boolean() })
export const LINK_INVALID = 'This link is no longer valid. Please request a new one.'
export const PASSWORD_RESET = 'Your password was changed. Please sign in.'
/**
 * The body of POST app/reset-password. A reset often means that somebody else was in the account: passkeys
 * and API keys go too, unless the field is false.
 */
export const resetPasswordInput = z.object({
  token: requiredText('Token', 100),
  newPassword: passwordMd5(),
  endPasskeysAndKeys: flag().optional().default(true),
})

/** The body of PUT user/personal/password; `endPasskeysAndKeys` removes passkeys and API keys too. */
export const ownPasswordInput = z.object({
  password: passwordMd5(),
  newPassword: passwordMd5(),
  endPasskeysAndKeys: flag().optional().default(false),
})
export const WRONG_OLD_PASSWORD = 'This is not your current password'
export const SAME_PASSWORD = 'The new password must differ from the current one'
