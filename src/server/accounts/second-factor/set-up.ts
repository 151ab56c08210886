import { sql } from 'kysely'
import { ALREADY_ON, CODE_REFUSED, type SecondFactorState, type TotpSecret } from '#contract/accounts/second-factor.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Seal } from '#server/http/security/seal.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { placeOf, renewRecoveryCodes } from './codes.ts'
import { addressOf, newSecret, pictureOf } from './totp.ts'

/** State of an account's second factor: since when it has one, and how many recovery codes are left. */
export async function readSecondFactor(
  db: Db,
  userId: number,
  { requireSecondFactor: required }: { requireSecondFactor: boolean },
): Promise<SecondFactorState> {
  const { rows } = await sql<Omit<SecondFactorState, 'required'>>`
    select (select confirmed_at from totp_factors where user_id = ${userId}) as since,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left`.execute(
    db,
  )
  const [found = { since: null, recoveryCodesLeft: 0 }] = rows
  return { ...found, required }
}

/**
 * Makes a secret for the account's app. It protects nothing until a code confirms it; starting again replaces
 * it. Throws 409 if the account has a confirmed one.
 */
export async function startTotp(
  tx: Tx,
  { seal }: { seal: Seal },
  { email }: { email: string },
  actor: Actor,
): Promise<TotpSecret> {
  const userId = actor.userId ?? 0
  const secret = newSecret()
  const stored = seal.seal(secret, placeOf(userId))
  const started = await tx
    .insertInto('totpFactors')
    .values({ userId, secret: stored })
    .onConflict((oc) =>
      oc
        .column('userId')
        .doUpdateSet({ secret: stored, lastStep: 0, createdAt: sql`now()` })
        .where('totpFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!started) throw new AppError(409, ALREADY_ON)
  await recordAudit(tx, actor, { action: 'user.second-factor-start', entity: 'users', entityId: userId })
  const url = addressOf(secret, email)
  return { secret, url, qr: await pictureOf(url) }
}

/**
 * Turns the factor on after its first code, and returns the recovery codes. Throws 400 if the factor is gone.
 */
export async function turnOn(tx: Tx, userId: number, actor: Actor): Promise<string[]> {
  const { numUpdatedRows } = await tx
    .updateTable('totpFactors')
    .set({ confirmedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError(400, CODE_REFUSED)
  await recordAudit(tx, actor, { action: 'user.second-factor-on', entity: 'users', entityId: userId })
  return renewRecoveryCodes(tx, userId)
}

/**
 * Removes the app, the recovery codes, and logins that wait for a code. Returns whether there was a confirmed
 * factor.
 */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    delete from totp_factors where user_id = ${userId} returning confirmed_at is not null as was`.execute(tx)
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx.deleteFrom('loginChallenges').where('userId', '=', userId).execute()
  return rows[0]?.was ?? false
}
