import { sql } from 'kysely'
import { RECOVERY_CODES } from '#contract/accounts/second-factor.ts'
import { hashCode, newCode } from '#server/accounts/typed-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Seal } from '#server/http/security/seal.ts'
import { hasFactorSql } from '#server/http/security/second-factor.ts'
import { stepOf } from './totp.ts'

/**
 * Groups of 20 bits: with 120 bits a plain hash protects a code. Codes of older versions have 80, and work
 * until they are used.
 */
const GROUPS = 6
const KEY_MISSING =
  'Codes of the app cannot be checked now. Use a recovery code, or tell whoever runs the server: SECRETS_KEY has changed.'

/** The kind of code that proved who somebody is, beside the password. */
export type Proof = 'totp' | 'recovery-code'

/** The place that a secret is sealed for: it opens for no other account. */
export const placeOf = (userId: number) => `totp ${userId}`

/** Whether an account has a second factor. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { has } = await db
    .selectFrom('users as u')
    .select(sql<boolean>`${sql.raw(hasFactorSql('u.id'))}`.as('has'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return has
}

interface Check {
  userId: number
  code: string
  /** Whether the factor is still being set up: then only a code of the app counts. */
  pending?: boolean
}

/**
 * Accepts a code of the account's app, or one of its recovery codes, which then works no more; null for any
 * other. Of two callers with the same code, the second waits here and gets null. Throws 503 if the secret
 * cannot be opened.
 */
export async function takeCode(tx: Tx, seal: Seal, { userId, code, pending = false }: Check): Promise<Proof | null> {
  const factor = await tx
    .selectFrom('totpFactors')
    .select(['secret', 'lastStep', sql<number>`extract(epoch from clock_timestamp()) * 1000`.as('now')])
    .where('userId', '=', userId)
    .where('confirmedAt', pending ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return null
  if (!pending && (await takeRecoveryCode(tx, userId, code))) return 'recovery-code'
  const secret = seal.open(factor.secret, placeOf(userId))
  if (secret === null) throw new AppError(503, KEY_MISSING)
  const step = stepOf(secret, code, Number(factor.now))
  if (step === null || step <= Number(factor.lastStep)) return null
  const stored = seal.isCurrent(factor.secret) ? factor.secret : seal.seal(secret, placeOf(userId))
  await tx.updateTable('totpFactors').set({ lastStep: step, secret: stored }).where('userId', '=', userId).execute()
  return 'totp'
}

/** Whether a code is one of the account's recovery codes that still works. */
export async function isRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('recoveryCodes')
    .select('userId')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const taken = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives the account new recovery codes, which replace the old ones. Only this answer contains them. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(GROUPS))
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(code) })))
    .execute()
  return codes
}
