import { sql } from 'kysely'
import { inboxes, type TriedInbox } from '#contract/mail-in/inboxes.ts'
import { TRY_SECONDS } from '#contract/mail-in/mail-in-codes.ts'
import { notFound } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { explainMailbox, MailboxFailure, openFolder, openMailbox } from './open-mailbox.ts'
import { firstDay, type StoredInbox } from './read-mailbox.ts'

/** Milliseconds that are left for the answer, once the mailbox has had its time. */
const SPARE_MS = 1_000
const SLOW = new MailboxFailure('The server did not answer in time')

/** Opens a mailbox as it is stored, and says what its server answered. Reads no mail. Throws 404. */
export async function tryInbox(services: Pick<Services, 'db' | 'config'>, id: number): Promise<TriedInbox> {
  const { rows } =
    await sql<StoredInbox>`select id, host, port, tls, username, folder, secret, seen_at from inboxes where id = ${id}`.execute(
      services.db,
    )
  const [inbox] = rows
  if (!inbox) throw notFound(inboxes.name)
  return tryMailbox(inbox, services.config)
}

/** Opens all active mailboxes, one after the other. Of a database that knows none yet there are none. */
export async function tryMailboxes(db: Services['db'], config: Services['config']) {
  const { rows: known } = await sql`select where to_regclass('inboxes') is not null`.execute(db)
  if (known.length === 0) return []
  const { rows } = await sql<Omit<StoredInbox, 'updatedAt'> & { name: string }>`
    select id, name, host, port, tls, username, folder, secret, seen_at from inboxes
    where active and secret <> '' order by id`.execute(db)
  const tried: (TriedInbox & { name: string })[] = []
  for (const { name, ...inbox } of rows) tried.push({ name, ...(await tryMailbox(inbox, config)) })
  return tried
}

/** The same for any mailbox. */
export async function tryMailbox(
  inbox: Omit<StoredInbox, 'updatedAt'> | StoredInbox,
  config: Services['config'],
): Promise<TriedInbox> {
  const patience = TRY_SECONDS * 1_000 - SPARE_MS
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(SLOW), patience)
  })
  const opening = openMailbox(inbox, config, patience)
  try {
    return await Promise.race([look(await Promise.race([opening, tooLate]), inbox, config), tooLate])
  } catch (error) {
    return { ok: false, message: explainMailbox(error), folders: [] }
  } finally {
    clearTimeout(late)
    // A connection that comes too late is closed all the same.
    void opening.then(
      (client) => client.close(),
      () => {},
    )
  }
}

async function look(
  client: Awaited<ReturnType<typeof openMailbox>>,
  { folder, seenAt }: Pick<StoredInbox, 'folder' | 'seenAt'>,
  config: Services['config'],
): Promise<TriedInbox> {
  const folders = (await client.list()).map(({ path }) => path)
  const { exists, path } = await openFolder(client, folder, true)
  const mails = `${path} has ${exists} ${exists === 1 ? 'mail' : 'mails'}`
  if (seenAt !== null) return { ok: true, message: `${mails}.`, folders }
  const recent = (await client.search({ since: firstDay(config) }, { uid: true })) || []
  const days = config.inboxFirstDays
  return {
    ok: true,
    message: `${mails}. The first reading takes the ${recent.length} of the last ${days} days.`,
    folders,
  }
}
