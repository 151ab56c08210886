import { z } from 'zod'
import { email, flag, passwordMd5, requiredText } from '#contract/lib/fields.ts'
import { maxLength, minLength, REQUIRED } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { codePoints } from '#contract/lib/text.ts'

/** Roles as in the API, highest first. */
export const Role = { ADMIN: 'ROLE_ADMIN', MANAGER: 'ROLE_MANAGER', CSR: 'ROLE_CSR', CLIENT: 'ROLE_USER' } as const
export const role = z.enum(Role)
export type Role = z.infer<typeof role>

const ROLE_LABELS: Record<Role, string> = {
  [Role.ADMIN]: 'Administrator',
  [Role.MANAGER]: 'Manager',
  [Role.CSR]: 'CSR',
  [Role.CLIENT]: 'Client',
}

/** The highest of an account's roles. */
export const mainRole = (roles: readonly Role[]): Role =>
  role.options.find((each) => roles.includes(each)) ?? Role.CLIENT
/** The label of an account's highest role. */
export const humanRole = (roles: readonly Role[]) => ROLE_LABELS[mainRole(roles)]
/** Administrators and managers: only they may use the back-office. */
export const isStaff = (roles: readonly Role[]) => roles.includes(Role.ADMIN) || roles.includes(Role.MANAGER)

export const ACCESS_DENIED = 'Access denied'
export const PLEASE_LOG_IN = 'Please log in.'
export const LOGGED_IN_ELSEWHERE = 'This user is logged in on another device.'

export const STAFF_PASSWORD = { min: 8, max: 50 } as const
export const CLIENT_PASSWORD = { min: 8, max: 150 } as const

/** A password as typed, never trimmed. Only forms see it; its MD5 is sent. */
export const typedPassword = (label: string, { min, max }: { min: number; max: number }) =>
  z.string({ error: REQUIRED }).superRefine((value, ctx) => {
    const length = codePoints(value.normalize('NFC'))
    if (length === 0) ctx.addIssue({ code: 'custom', message: REQUIRED })
    else if (length < min) ctx.addIssue({ code: 'custom', message: minLength(label, min) })
    else if (length > max) ctx.addIssue({ code: 'custom', message: maxLength(label, max) })
  })

/** The login form. */
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

export const COLUMNS = [
  'id',
  'date',
  'user',
  'company',
  'trackingCode',
  'event',
  'origin',
  'destination',
  'volume',
  'status',
  'lastUpdate',
] as const
export type ColumnName = (typeof COLUMNS)[number]

/** Which columns of the orders list are shown, all by default. */
export const columnSettings = z.strictObject(recordOf(COLUMNS, () => flag().optional()))
export const fullColumnSettings = z.object(recordOf(COLUMNS, () => z.boolean()))
export type ColumnSettings = z.infer<typeof fullColumnSettings>

export const sessionUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.array(role),
  companyName: z.string(),
  companyAddress: z.string(),
  canadianBusinessNumber: z.string(),
  confirmed: z.boolean(),
  orderColumnSettings: fullColumnSettings,
})
export type SessionUser = z.infer<typeof sessionUser>

/** The reply of POST login. With Remember me, `eternal_token` is the same token again. */
export const loginReply = sessionUser.extend({ user_token: z.string(), eternal_token: z.string().nullable() })
export type LoginReply = z.infer<typeof loginReply>

export const forgotPasswordInput = z.object({ email: email() })
export const FORGOT_PASSWORD_ANSWER = 'If this address belongs to an account, a mail with a link is on its way.'
/** Asked when a reset link is opened; the link still works afterwards. */
export const resetLinkInput = z.object({ token: requiredText('Token', 100) })
export const LINK_INVALID = 'This link is no longer valid. Please ask for a new one.'
export const resetPasswordInput = z.object({ token: requiredText('Token', 100), newPassword: passwordMd5() })

/** The body of PUT user/personal/password: one's own password, old and new. */
export const ownPasswordInput = z.object({ password: passwordMd5(), newPassword: passwordMd5() })
export const WRONG_OLD_PASSWORD = 'This is not your current password'
export const SAME_PASSWORD = 'The new password must differ from the current one'
