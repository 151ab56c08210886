import { z } from 'zod'
import { flag, requiredText } from '#contract/lib/fields.ts'

export const PASSKEYS_PATH = 'user/passkey'
export const PASSKEY_LOGIN_PATH = 'login/passkey'
export const MOST_PASSKEYS = 20
export const TOO_MANY_PASSKEYS = `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`
export const PASSKEY_REFUSED = 'This passkey was not accepted. Sign in another way.'
export const PASSKEY_LATE = 'This took too long. Please try again.'
export const PASSKEY_KNOWN = 'This passkey is already registered.'

/** One of the caller's own passkeys. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>
export const ownPasskeys = z.object({ items: z.array(passkey) })

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export const transport = z.enum(TRANSPORTS)

const BASE64URL = 'This must be base64url'
const base64 = (most: number) =>
  z
    .string({ error: BASE64URL })
    .max(most, 'This is too long')
    .regex(/^[\w-]+$/, BASE64URL)
/** A credential has at most 1023 bytes. */
const credentialId = () => base64(1364)
const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(transport).optional() })

/** Options for `navigator.credentials.create`, bytes as base64url. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** Options for `navigator.credentials.get`, for any passkey of this site or for those listed. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(known).optional(),
})
export type RequestOptions = z.infer<typeof requestOptions>

const credential = {
  id: credentialId(),
  rawId: credentialId(),
  type: z.literal('public-key'),
}

/** The body of POST user/passkey: the device's new credential, and the name its owner gives it. */
export const newPasskeyInput = z.object({
  name: requiredText('Name', 100),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64(8_000),
      attestationObject: base64(100_000),
      transports: z.array(z.string().max(32)).max(20).optional(),
    }),
  }),
})

/** The body of PUT user/passkey/{id}. */
export const passkeyNameInput = z.object({ name: requiredText('Name', 100) })

/** A challenge as a device signed it with a passkey. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64(8_000),
    authenticatorData: base64(8_000),
    signature: base64(8_000),
    userHandle: base64(100).nullish(),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** The body of POST login/passkey. */
export const passkeyLoginInput = z.object({
  credential: passkeyAssertion,
  rememberMe: flag().optional().default(false),
})
