import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Db } from '#server/db/client.ts'
import { createUser } from '#server/test/records.ts'
import type { Reply, TestServer } from '#server/test/server.ts'

const PERIOD = 30

/** The current step of 30 seconds, by the database's clock, which decides. */
export async function stepNow(db: Db): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    select floor(extract(epoch from clock_timestamp()) / ${sql.lit(PERIOD)})::int as step`.execute(db)
  return rows[0]?.step ?? 0
}

/** The code of a step, from a library that the server does not use. */
export const codeAt = (secret: string, step: number) => generateSync({ secret, epoch: step * PERIOD })

/** The code of the current step, or of one some steps away. */
export const codeNow = async (db: Db, secret: string, steps = 0) => codeAt(secret, (await stepNow(db)) + steps)

/** Runs work that must begin and end in the same step; once more if the step changed meanwhile. */
export async function inOneStep<T>(db: Db, work: (step: number) => Promise<T>): Promise<T> {
  const step = await stepNow(db)
  const done = await work(step)
  return (await stepNow(db)) === step ? done : work(await stepNow(db))
}

/** Forgets the last accepted code, as if time had passed. */
export const forgetStep = (db: Db, userId: number) =>
  db.updateTable('totpFactors').set({ lastStep: 0 }).where('userId', '=', userId).execute()

/** A member of staff with a confirmed second factor, set up by calls, whose last code may be used again. */
export async function createWithFactor(server: TestServer, values: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(server.db, { role: ['ROLE_ADMIN'], ...values })
  const token = await server.tokenFor(user.id)
  const { secret } = (await server.call('POST', 'user/totp/start', { token })).body.data
  const code = await codeNow(server.db, secret)
  const confirmed: Reply = await server.call('POST', 'user/totp/confirm', { token, body: { code } })
  await forgetStep(server.db, user.id)
  const recoveryCodes: string[] = confirmed.body.data.recoveryCodes
  return { ...user, token, secret: String(secret), recoveryCodes }
}

/** Sets the age of a session's last confirmation, as an interval. */
export const stepUpBefore = (db: Db, userId: number, age: string | null) =>
  db
    .updateTable('sessions')
    .set({ steppedUpAt: age === null ? null : sql<string>`now() - ${age}::interval` })
    .where('userId', '=', userId)
    .execute()
