import { parseArgs } from 'node:util'
import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { humanRole, isStaff, Role } from '#contract/accounts/session.ts'
import { email as emailField } from '#contract/lib/fields.ts'
import { formatZoned } from '#contract/lib/format.ts'
import { administrators } from '#server/accounts/administrators.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { allowsPasswords } from '#server/accounts/password-login.ts'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { queueInvitation } from '#server/accounts/reset-mail.ts'
import { removeSecondFactor } from '#server/accounts/second-factor/set-up.ts'
import { endSessions, hasEmail } from '#server/accounts/sessions.ts'
import type { Tx } from '#server/db/client.ts'
import { hasFactorSql } from '#server/http/security/second-factor.ts'
import { newToken } from '#server/http/tokens.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { findPublished, removePublished } from '#server/start/published-accounts.ts'
import { commandLine, noticesOf, type Place, staffMember, UsageError } from './place.ts'
import { linkOidc, passwordLogin, removePasskeys, unlinkOidc } from './sign-in-commands.ts'

export const USAGE = `npm run staff -- COMMAND
  add EMAIL NAME [--role admin|manager]                     mails a link to set a password, or prints it without a mail server
  list
  role EMAIL admin|manager
  disable EMAIL
  enable EMAIL
  reset-link EMAIL                                          prints a link for setting a new password
  remove-second-factor EMAIL                                for a lost phone: the password alone signs in again
  remove-passkeys EMAIL                                     and ends the sessions of the account
  link-oidc EMAIL SUBJECT                                   who the person is at the identity provider
  unlink-oidc EMAIL
  password-login on|off                                     on: whatever PASSWORD_LOGIN says; off: it decides again
  remove-demo-accounts                                      accounts whose passwords are published
  --help`

const ROLE: Record<string, Role> = { admin: Role.ADMIN, manager: Role.MANAGER }
function roleOf(name: string): Role {
  const role = ROLE[name]
  if (!role) throw new UsageError(`Unknown role "${name}": use admin or manager.`)
  return role
}

interface NewAccount {
  address: string | undefined
  name: string | undefined
  role: string
}

/** Adds an account and its link to set a password: nobody else ever knows one. */
async function add(place: Place, { address, name, role }: NewAccount): Promise<string> {
  const { db } = place
  const email = emailField().safeParse(address)
  if (!email.success || !name?.trim() || name.length > 50)
    throw new UsageError(`Enter an email address and a name of at most 50 characters.\n${USAGE}`)
  const same = hasEmail(email.data)
  const known = await db.selectFrom('users').select('id').where(same).where('deletedAt', 'is', null).executeTakeFirst()
  if (known) throw new UsageError('This address is already in use. If the account is disabled, run the enable command.')
  const roles = [roleOf(role)]
  const passwordHash = await hashPassword(md5(newToken()))
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ username: name.trim(), email: email.data, role: roles, confirmed: true, passwordHash })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(
      tx,
      commandLine,
      { action: 'staff.add', entity: 'users', entityId: id, after: { email: email.data, role } },
      ['email', 'role'],
    )
    return `${email.data} added. ${await handOut(tx, place, { id, name: name.trim(), email: email.data })}`
  })
}

/** Lets a new account set its password: mails the link, or returns it where no mail can be sent. */
async function handOut(tx: Tx, place: Place, to: { id: number; name: string; email: string }): Promise<string> {
  if (!(await allowsPasswords({ ...place, db: tx }))) return 'They sign in by the identity provider.'
  const link = await linkFor(tx, place, to.id)
  if (!(await canSend(tx, place))) return `Their link to set a password:\n${link.url}\n${link.until}`
  const mailing = { config: place.config, appUrl: () => place.appUrl, siteUrl: () => place.siteUrl }
  await queueInvitation(tx, mailing, to, link.url)
  return `A link to set a password was mailed to them. ${link.until} Another one: npm run staff -- reset-link ${to.email}`
}

async function list({ db }: Place): Promise<string> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'username', 'role', 'disabledAt'])
    .select(sql<boolean>`${sql.raw(hasFactorSql('users.id'))}`.as('secondFactor'))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const staff = users.filter((user) => isStaff(user.role))
  const line = ({ email, username, role, secondFactor, disabledAt }: (typeof staff)[number]) =>
    [
      ...[email, username, humanRole(role), secondFactor ? 'second factor' : 'password only'],
      ...(disabledAt ? ['disabled'] : []),
    ].join('\t')
  return staff.map(line).join('\n') || 'No staff yet.'
}

async function change(
  { db }: Place,
  email: string | undefined,
  action: string,
  values: { role?: Role[]; disabledAt?: string | null },
): Promise<string> {
  const user = await staffMember(db, email)
  const staysAdmin = values.role?.includes(Role.ADMIN) ?? !values.disabledAt
  await db.transaction().execute(async (tx) => {
    const admins = await administrators(tx)
    if (!staysAdmin && admins.includes(user.id) && admins.length === 1)
      throw new UsageError(
        `${user.email} is the last administrator. Add another one first: npm run staff -- add EMAIL NAME --role admin`,
      )
    await tx.updateTable('users').set(values).where('id', '=', user.id).execute()
    await endSessions(tx, user.id)
    await recordAudit(
      tx,
      commandLine,
      { action: `staff.${action}`, entity: 'users', entityId: user.id, before: user, after: { ...user, ...values } },
      ['role', 'disabledAt'],
    )
  })
  return `${user.email}: done. All sessions of this account were ended.`
}

/** A new link to set a password, and until when it works in words. */
async function linkFor(tx: Tx, { appUrl, timeZone }: Place, userId: number): Promise<{ url: string; until: string }> {
  const url = await createResetLink(tx, userId, appUrl)
  const { expiresAt } = await tx
    .selectFrom('passwordResets')
    .select('expiresAt')
    .where('userId', '=', userId)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirstOrThrow()
  return { url, until: `Works once, until ${formatZoned(expiresAt, timeZone)}.` }
}

async function resetLink(place: Place, email: string | undefined): Promise<string> {
  const user = await staffMember(place.db, email)
  if (user.disabledAt)
    throw new UsageError(`${user.email} is disabled. Enable it first: npm run staff -- enable ${user.email}`)
  const { url, until } = await place.db.transaction().execute((tx) => linkFor(tx, place, user.id))
  return `${url}\n${until}`
}

async function withoutSecondFactor(place: Place, email: string | undefined): Promise<string> {
  const { db } = place
  const user = await staffMember(db, email)
  return db.transaction().execute(async (tx) => {
    if (!(await removeSecondFactor(tx, user.id))) return `${user.email} has no second factor.`
    // The finder of the phone may have a session, too.
    await endSessions(tx, user.id)
    await recordAudit(tx, commandLine, { action: 'staff.remove-second-factor', entity: 'users', entityId: user.id })
    await tellOwner(tx, noticesOf(place), 'factor-off', { by: commandLine, userId: user.id })
    return `${user.email}: the password alone signs in again. All sessions of this account were ended.`
  })
}

async function removeDemoAccounts({ db }: Place): Promise<string> {
  const found = await findPublished(db)
  if (found.length === 0) return 'No account has a published password.'
  return db.transaction().execute(async (tx) => {
    const { accounts, orders } = await removePublished(tx, found, commandLine)
    const left = (await administrators(tx)).length > 0
    return [
      `Removed ${accounts} demo accounts and the ${orders} booking requests of the clients among them.`,
      'Clients can be restored for 30 days, under Clients, Deleted; their passwords no longer work.',
      ...(left ? [] : ['No administrator is left. Add one: npm run staff -- add EMAIL NAME --role admin']),
    ].join('\n')
  })
}

/**
 * Reads the arguments of a command and returns what runs it; a string if there is nothing to run. Throws
 * UsageError.
 */
export function readCommand(args: readonly string[]): string | ((place: Place) => Promise<string>) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      role: { type: 'string', default: 'manager' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [verb, email, third] = positionals
  if (values.help || verb === 'help') return USAGE
  if (verb === 'add') return (place) => add(place, { address: email, name: third, role: values.role })
  if (verb === 'list') return list
  if (verb === 'role') {
    const role = [roleOf(third ?? '')]
    return (place) => change(place, email, 'role', { role })
  }
  if (verb === 'disable') return (place) => change(place, email, 'disable', { disabledAt: new Date().toISOString() })
  if (verb === 'enable') return (place) => change(place, email, 'enable', { disabledAt: null })
  if (verb === 'remove-passkeys') return (place) => removePasskeys(place, email)
  if (verb === 'link-oidc') return (place) => linkOidc(place, email, third)
  if (verb === 'unlink-oidc') return (place) => unlinkOidc(place, email)
  if (verb === 'password-login') return (place) => passwordLogin(place, email)
  if (verb === 'reset-link') return (place) => resetLink(place, email)
  if (verb === 'remove-second-factor') return (place) => withoutSecondFactor(place, email)
  if (verb === 'remove-demo-accounts') return removeDemoAccounts
  throw new UsageError(USAGE)
}
