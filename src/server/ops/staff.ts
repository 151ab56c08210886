import { parseArgs } from 'node:util'
import { md5 } from 'js-md5'
import { email as emailField } from '#contract/lib/fields.ts'
import { refusedPassword } from '#contract/session/passwords.ts'
import { humanRole, isStaff, Role, STAFF_PASSWORD, typedPassword } from '#contract/session/session.ts'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endSessions, hasEmail } from '#server/accounts/sessions.ts'
import { weakness } from '#server/accounts/weak-passwords.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { hasPooler, joinDatabase } from '#server/database.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { newToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'

const USAGE = `npm run staff -- COMMAND
  add EMAIL NAME [--role admin|manager] [--password TEXT]   without --password, generates one and prints it
  list
  role EMAIL admin|manager
  disable EMAIL
  enable EMAIL
  reset-link EMAIL                                          prints a link for setting a new password`

const ROLE: Record<string, Role> = { admin: Role.ADMIN, manager: Role.MANAGER }
const actor = { userId: null, impersonatorId: null, ip: 'command line', requestId: '' }

class UsageError extends Error {}

function roleOf(name: string): Role {
  const role = ROLE[name]
  if (!role) throw new UsageError(`Unknown role "${name}": use admin or manager.`)
  return role
}

async function staffMember(db: Db, email: string | undefined) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'disabledAt'])
    .where(hasEmail(email ?? ''))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!user || !isStaff(user.role)) throw new UsageError(`No staff account with the address "${email ?? ''}".`)
  return user
}

async function add(
  db: Db,
  address: string | undefined,
  name: string | undefined,
  role: string,
  given: string | undefined,
): Promise<string> {
  const email = emailField().safeParse(address)
  if (!email.success || !name?.trim() || name.length > 50)
    throw new UsageError(`Enter a mail address and a name of at most 50 characters.\n${USAGE}`)
  const password = given ?? newToken().slice(0, 16)
  const typed = typedPassword('Password', STAFF_PASSWORD).safeParse(password)
  if (!typed.success) throw new UsageError(typed.error.issues[0]?.message ?? 'Invalid password.')
  const own = { email: email.data, username: name }
  const secret = md5(password.normalize('NFC'))
  const weak = refusedPassword(password, own) ?? weakness(secret, own)
  if (weak) throw new UsageError(weak)
  const same = hasEmail(email.data)
  const known = await db.selectFrom('users').select('id').where(same).where('deletedAt', 'is', null).executeTakeFirst()
  if (known) throw new UsageError('This address is already in use. If the account is disabled, run the enable command.')
  const passwordHash = await hashPassword(secret)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ username: name.trim(), email: email.data, role: [roleOf(role)], confirmed: true, passwordHash })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(
      tx,
      actor,
      { action: 'staff.add', entity: 'users', entityId: id, after: { email: email.data, role } },
      ['email', 'role'],
    )
  })
  return given ? `${email.data} added.` : `${email.data} added. Password: ${password}`
}

async function list(db: Db): Promise<string> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'username', 'role', 'disabledAt'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const staff = users.filter((user) => isStaff(user.role))
  return (
    staff
      .map((user) => `${user.email}\t${user.username}\t${humanRole(user.role)}${user.disabledAt ? '\tdisabled' : ''}`)
      .join('\n') || 'No staff yet.'
  )
}

async function change(
  db: Db,
  email: string | undefined,
  action: string,
  values: { role?: Role[]; disabledAt?: string | null },
): Promise<string> {
  const user = await staffMember(db, email)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(values).where('id', '=', user.id).execute()
    await endSessions(tx, user.id)
    await recordAudit(
      tx,
      actor,
      { action: `staff.${action}`, entity: 'users', entityId: user.id, before: user, after: { ...user, ...values } },
      ['role', 'disabledAt'],
    )
  })
  return `${user.email}: done. All sessions of this account were ended.`
}

async function resetLink(db: Db, email: string | undefined, appUrl: string): Promise<string> {
  const user = await staffMember(db, email)
  return db.transaction().execute((tx) => createResetLink(tx, user.id, appUrl))
}

async function command(db: Db, appUrl: string): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string', default: 'manager' }, password: { type: 'string' } },
  })
  const [verb, email, third] = positionals
  if (verb === 'add') return add(db, email, third, values.role, values.password)
  if (verb === 'list') return list(db)
  if (verb === 'role') return change(db, email, 'role', { role: [roleOf(third ?? '')] })
  if (verb === 'disable') return change(db, email, 'disable', { disabledAt: new Date().toISOString() })
  if (verb === 'enable') return change(db, email, 'enable', { disabledAt: null })
  if (verb === 'reset-link') return resetLink(db, email, appUrl)
  throw new UsageError(USAGE)
}

try {
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 2)
  try {
    await migrate(database.directUrl, { pooler: hasPooler(database) })
    const appUrl = config.appUrl ?? `http://${config.host}:${config.port}`
    process.stdout.write(`${await command(createDb(pool), appUrl)}\n`)
  } finally {
    await pool.end()
    await database.stop()
  }
  process.exit(0)
} catch (error) {
  const known =
    error instanceof UsageError || error instanceof ConfigError || (error instanceof Error && 'code' in error)
  process.stderr.write(`${known ? (error as Error).message : String((error as Error).stack)}\n`)
  process.exit(1)
}
