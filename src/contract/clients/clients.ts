import { z } from 'zod'
import { CLIENT_PASSWORD, PASSWORDS_DIFFER, typedPassword } from '#contract/accounts/login.ts'
import { type OwnData, refusedPassword } from '#contract/accounts/passwords.ts'
import { Role, role } from '#contract/accounts/session.ts'
import * as f from '#contract/lib/fields.ts'
import { WITHOUT_DECIMALS } from '#contract/lib/messages.ts'
import { type AddError, withRules } from '#contract/lib/rules.ts'
import { secretText } from '#contract/lib/secret-texts.ts'
import { codeForm, lettersAndDigits } from '#contract/lib/text.ts'

export const EMAIL_TAKEN = 'User with this email already exists'

/** Days for which a deleted client can be restored. */
export const RESTORE_DAYS = 30
/** Lifetime in seconds of the token and cookies that 'View' sets. */
export const IMPERSONATION_SECONDS = 3600

/** A client's account; `orders` counts its live booking requests. */
export const client = z.object({
  id: z.int(),
  username: z.string(),
  companyName: z.string(),
  email: z.string(),
  phone: z.string(),
  companyAddress: z.string(),
  canadianBusinessNumber: z.string(),
  confirmed: z.boolean(),
  role: z.array(role),
  orders: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Client = z.infer<typeof client>

/** True for an account whose only role is client; staff have accounts too. */
export const isClient = ({ role }: Pick<Client, 'role'>) => role.join() === Role.CLIENT
export const NOT_A_CLIENT = 'This account is not a client'

/** Sort keys of the list as the specification names them. */
export const CLIENT_SORT_KEYS = ['id', 'username', 'company_name'] as const
/** Sort keys by column. */
export const CLIENT_SORTS = { id: 'id', username: 'username', companyName: 'company_name' }

export const CLIENT_LABELS = {
  username: 'Username',
  companyName: 'Company name',
  email: 'Email',
  phone: 'Phone',
  companyAddress: 'Company address',
  canadianBusinessNumber: 'Canadian Business Number',
}

/**
 * '123456789 RT 0001' is 123456789RT0001, as the Canada Revenue Agency writes it. Anything else stays as it
 * is.
 */
function bareBusinessNumber(text: string): string {
  const bare = lettersAndDigits(text).toUpperCase()
  return /^\d{9}([A-Z]{2}\d{4})?$/.test(bare) ? bare : text
}
const withDecimals = (text: string) => (/^\d{9}[.,]\d*[1-9]\d*$/.test(codeForm(text)) ? WITHOUT_DECIMALS : null)

export const clientFields = z.object({
  username: f.requiredText(CLIENT_LABELS.username, 50),
  companyName: f.requiredText(CLIENT_LABELS.companyName, 100),
  email: f.email(),
  phone: f.phone(),
  companyAddress: f.requiredText(CLIENT_LABELS.companyAddress, 100),
  canadianBusinessNumber: f.optionalKeyText(CLIENT_LABELS.canadianBusinessNumber, 15, bareBusinessNumber, {
    refusal: withDecimals,
  }),
})
export type ClientFields = z.infer<typeof clientFields>

/** The body of POST registration; the caller cannot choose role, id or confirmed. */
export const registrationInput = clientFields.extend({ password: f.passwordMd5() })
/** The body of PUT user/{id}: absent fields and an empty password change nothing. */
export const clientPatch = clientFields.partial().extend({
  password: z.preprocess((value) => (value === '' || value === null ? undefined : value), f.passwordMd5().optional()),
  updatedAt: f.version(),
})
export const newPasswordInput = z.object({ newPassword: f.passwordMd5() })

const typed = typedPassword('Password', CLIENT_PASSWORD)
const typedOrEmpty = z.string().superRefine((value, ctx) => {
  const message = value === '' ? undefined : typed.safeParse(value).error?.issues[0]?.message
  if (message) ctx.addIssue({ code: 'custom', message })
})
const repeatPassword = z.string()

interface Passwords extends OwnData {
  password?: string
  repeatPassword?: string
}

/** The rules of a new password: typed twice alike, and not one that others would guess first. */
function goodPasswords(value: Passwords, add: AddError): void {
  const { password, repeatPassword: repeated } = value
  const refused = password ? refusedPassword(password, value) : null
  if (refused) add('password', refused)
  if (password !== undefined && password !== repeated) add('repeatPassword', PASSWORDS_DIFFER)
}

/** The password dialog of an account. */
export const passwordForm = (own: OwnData) =>
  withRules(z.object({ password: typed, repeatPassword }), (value, add) => goodPasswords({ ...own, ...value }, add))
/** The form of 'Register new Client'. */
export const registrationForm = withRules(clientFields.extend({ password: typed, repeatPassword }), goodPasswords)
/** The edit form: two empty passwords leave the password unchanged. */
export const clientForm = withRules(clientFields.extend({ password: typedOrEmpty, repeatPassword }), goodPasswords)

/** The effects of deleting a client: booking requests deleted and queued mails cancelled. */
export const clientDeleted = z.object({ id: z.int(), orders: z.int(), mails: z.int() })

/** The records about a client that erasing it removes, counted. */
export const clientStored = z.object({ orders: z.int(), documents: z.int(), mails: z.int(), notes: z.int() })
export type ClientStored = z.infer<typeof clientStored>

/** The state of erasing a client: if not finished, the rest goes within minutes. */
export const clientErased = z.object({ id: z.int(), finished: z.boolean() })

/** A row of the list of deleted clients. */
export const deletedClient = z.object({
  id: z.int(),
  username: z.string(),
  companyName: z.string(),
  email: z.string(),
  orders: z.int(),
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  /** The instant from which it can no longer be restored. */
  purgedAt: z.string(),
})
export type DeletedClient = z.infer<typeof deletedClient>

/** The reply of user/get, for 'View': the client and a token that opens its account for an hour. */
export const impersonation = client.extend({ user_token: secretText(), expiresAt: z.string() })
export type Impersonation = z.infer<typeof impersonation>

/** A member of staff who viewed the customer site as this client, and when. */
export const impersonationEntry = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  /** The session of the viewing; null once it has ended. */
  sessionId: z.int().nullable(),
})
export type ImpersonationEntry = z.infer<typeof impersonationEntry>
