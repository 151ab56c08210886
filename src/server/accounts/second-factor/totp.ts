import { Secret, TOTP } from 'otpauth'

/**
 * Parameters that apps take for granted, and some use even where an address says otherwise: RFC 6238 with
 * SHA-1.
 */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps for which a code still works after its own: time to type it. A code never works before its step. */
const LATE = 1
/** Length of a secret, as RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20

const ISSUER = 'Quayside'
const CODE = /^[0-9]{6}$/

/** A new secret in base 32. */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = '') =>
  new TOTP({ ...FORM, issuer: ISSUER, label, secret: Secret.fromBase32(secret) })

/** The address that apps read from a QR code. */
export const addressOf = (secret: string, email: string) => totpOf(secret, email).toString()

/**
 * The step of 30 seconds that a code belongs to, the current one or the one before; null for any other code.
 * `at` is in milliseconds.
 */
export function stepOf(secret: string, typed: string, at: number): number | null {
  const token = typed.replaceAll(/[\s-]/g, '')
  if (!CODE.test(token)) return null
  const totp = totpOf(secret)
  const now = Math.floor(at / 1000 / FORM.period)
  const steps = Array.from({ length: LATE + 1 }, (_, late) => now - late)
  return steps.find((step) => totp.validate({ token, timestamp: step * FORM.period * 1000, window: 0 }) === 0) ?? null
}

/** A QR code of an address as a data URL: black on white with its margin, in either theme. */
export async function pictureOf(address: string): Promise<string> {
  const { toSVG } = await import('bwip-js/node')
  const svg = toSVG({ bcid: 'qrcode', text: address, scale: 4, padding: 4, backgroundcolor: 'ffffff' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
