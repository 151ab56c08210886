import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { LoginReply } from '#contract/accounts/login.ts'
import { ALREADY_SET_UP, type firstRunInput } from '#contract/accounts/login.ts'
import { Role } from '#contract/accounts/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { findSessionUser, startSession } from './sessions.ts'
import { hashCode, newCode } from './typed-codes.ts'

/** Groups of 20 bits: 140 bits together. */
const GROUPS = 7
/**
 * Codes that work at the same time. Each start logs a new one, so that the code in any instance's log works.
 */
const MOST_CODES = 20

const setUp = new WeakSet<Db>()

/**
 * Whether the installation never had an administrator or manager. An installation that had one stays set up,
 * even if that account is deleted. A "no" is remembered, so that nothing is asked twice.
 */
export async function isFirstRun(db: Db): Promise<boolean> {
  if (setUp.has(db)) return false
  const first = await hadNoStaff(db)
  if (!first) setUp.add(db)
  return first
}

async function hadNoStaff(db: Db): Promise<boolean> {
  const staff = sql.join([sql.lit(Role.ADMIN), sql.lit(Role.MANAGER)])
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from users where role && array[${staff}]) as empty`.execute(db)
  return rows[0]?.empty ?? false
}

/** Makes a code for the first run and keeps its hash; null on an installation that is set up. */
export async function issueCode(db: Db): Promise<string | null> {
  if (!(await isFirstRun(db))) return null
  const code = newCode(GROUPS)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('firstRunCodes')
      .values({ codeHash: hashCode(code) })
      .execute()
    await sql`delete from first_run_codes where id <= (
      select id from first_run_codes order by id desc offset ${MOST_CODES} limit 1)`.execute(tx)
  })
  return code
}

/** Whether a code works. Wrong codes all take the same time. */
export async function isRightCode(db: Db, typed: string): Promise<boolean> {
  const wanted = hashCode(typed)
  const codes = await db.selectFrom('firstRunCodes').select('codeHash').execute()
  return codes.filter(({ codeHash }) => timingSafeEqual(codeHash, wanted)).length > 0
}

/** 404, once the installation is set up. */
export const alreadySetUp = () => new AppError(404, ALREADY_SET_UP)

interface FirstAdministrator extends Pick<z.output<typeof firstRunInput>, 'email' | 'username'> {
  passwordHash: string
  userAgent: string
}

/**
 * Creates the first administrator, who is logged in at once. The caller has checked the code. The table of
 * codes is locked, also by whoever else adds staff: there is never a second first administrator. Throws 404
 * if there is staff by now.
 */
export async function createFirstAdministrator(
  tx: Tx,
  _: Services,
  { email, username, passwordHash, userAgent }: FirstAdministrator,
  actor: Actor,
): Promise<LoginReply> {
  await sql`lock table first_run_codes in share row exclusive mode`.execute(tx)
  if (!(await hadNoStaff(tx))) throw alreadySetUp()
  const role = [Role.ADMIN]
  const { id } = await tx
    .insertInto('users')
    .values({ username, email, role, confirmed: true, passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { ...actor, userId: id }
  const event = { action: 'staff.first', entity: 'users', entityId: id, after: { email, role } }
  await recordAudit(tx, by, event, ['email', 'role'])
  const user_token = await startSession(tx, { user: { id, passwordHash }, remember: false, ip: actor.ip, userAgent })
  if (!user_token) throw new Error('The new account is gone')
  await recordAudit(tx, by, { action: 'session.login', entity: 'users', entityId: id })
  return { ...(await findSessionUser(tx, id)), user_token, eternal_token: null }
}
