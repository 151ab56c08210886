import { once } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { errorCode } from '#server/errors.ts'
import type { ZipEntry } from '#server/files/zip.ts'
import { hideSecrets } from '#server/mail/links/secret-links.ts'
import { parseFrom } from '#server/mail/mail-from.ts'
import type { Services } from '#server/services.ts'
import { idPages, idsAbout, orderPages, rowsAbout, storedNow, storedOrders, storedRows } from './stored-rows.ts'

type Needs = Pick<Services, 'db' | 'files' | 'config'>

const README = (id: number, at: string) => `What this server stores about client ${id}, as of ${at} (UTC).

account.json        the account, with its settings, sessions and passkeys
shippers.json       saved shippers
orders.json         booking requests, deleted ones too, each with confirmation, history, prices, papers, containers,
                    storage, release, notes, quotes, links and readers of its tracking page
offers.json         offers with their options and questions
quotes.json         quotes that were not booked
mails.json          mails about the orders and to the account: receivers and what became of them
mails/ID.eml        the mails themselves; their attachments are among the documents
mail-in.json        mails that came in from the client, or about its orders, with their files
mail-in/ID.eml      these mails as they came
documents.json      documents: names, types and sizes
documents/ID.EXT    the documents themselves
drafts.json         what staff have begun to write about the orders
trail.json          the audit trail: what the account did, and what was done to it, its orders and its suppliers

JSON is UTF-8. Columns have the names of the database; times are ISO 8601 in UTC; other people are their ids. Passwords,
tokens and other secrets are not in it, and links in mails are shown without theirs. Notes and the trail are the words of
staff: read them before you pass this archive on, since they may name others.
`

/** A list as JSON, a row at a time. */
async function* jsonList(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let isFirst = true
  for await (const row of rows) {
    yield `${isFirst ? '[' : ','}\n${JSON.stringify(row, null, 1)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

const ordersOf = (userId: number) => sql`(select id from orders where user_id = ${userId})`

const ofOrders = (ids: RawBuilder<unknown>) => sql`t.order_id = ${ids}`
const DELIVERIES = sql`jsonb_build_object('deliveries', (
  select coalesce(jsonb_agg(to_jsonb(d) - 'trace_parent' order by d.id), '[]') from mail_deliveries d where d.mail_id = t.id))`

/**
 * Mails about the client's orders and to its account, with their receivers. Mails that only mention them are
 * left out.
 */
async function* itsMails(db: Db, userId: number): AsyncGenerator<Record<string, unknown>> {
  yield* rowsAbout(db, 'mails', orderPages(db, userId), ofOrders, DELIVERIES)
  const besides = sql`t.user_id = ${userId} and (t.order_id is null or t.order_id not in ${ordersOf(userId)})`
  yield* storedRows(db, 'mails', besides, DELIVERIES)
}

/** The options and questions of an offer. */
const OF_OFFER = sql`jsonb_build_object(
  'options', (select coalesce(jsonb_agg(to_jsonb(o) order by o.position), '[]') from offer_options o where o.offer_id = t.id),
  'questions', (select coalesce(jsonb_agg(to_jsonb(q) order by q.id), '[]') from offer_questions q where q.offer_id = t.id))`

const ofNoOrder = (userId: number) => sql`t.uploaded_by = ${userId} and t.order_id is null`

/** Documents of the client's orders, and its uploads that no order has. */
async function* itsDocuments(db: Db, userId: number): AsyncGenerator<Record<string, unknown>> {
  yield* rowsAbout(db, 'documents', orderPages(db, userId), ofOrders)
  yield* storedRows(db, 'documents', ofNoOrder(userId))
}

interface StoredMail {
  id: number
  created_at: string
  subject: string
  html: string
  text: string
  deliveries: { name: string; address: string }[]
}

/** A mail as an .eml file, with the receivers it went to. */
async function mailFile(from: string, mail: StoredMail): Promise<Buffer> {
  const to = mail.deliveries.flatMap(({ name, address }) => (address === '' ? [] : [{ name, address }]))
  const { createTransport } = await import('nodemailer')
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: parseFrom(from),
    to,
    subject: mail.subject,
    date: new Date(mail.created_at),
    messageId: `<mail-${mail.id}@client-export>`,
    html: hideSecrets(mail.html),
    text: hideSecrets(mail.text),
  })
  return message as Buffer // with `buffer`
}

/** The bytes of a file; a note in its place if the store has lost it. */
async function* fileBytes({ files }: Needs, key: string): AsyncGenerator<Uint8Array | string> {
  const stream = files.read(key)
  try {
    await once(stream, 'readable')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    yield 'This file is missing from the store.\n'
    return
  }
  for await (const piece of stream) yield piece
}

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

async function* mailEntries({ db, config }: Needs, userId: number): AsyncGenerator<ZipEntry> {
  for await (const row of itsMails(db, userId)) {
    const mail = row as unknown as StoredMail // the columns of the table
    yield { name: `mails/${mail.id}.eml`, content: [await mailFile(config.mailFrom, mail)] }
  }
}

/** Mails that came in: from the client, or linked with its orders. */
const itsMailIn = (userId: number) => sql`(t.client_id = ${userId} or t.id in (
  select l.mail_id from mail_in_orders l join orders o on o.id = l.order_id where o.user_id = ${userId}))`
const OF_MAIL_IN = sql`jsonb_build_object(
  'orders', (select coalesce(jsonb_agg(l.order_id order by l.order_id), '[]') from mail_in_orders l where l.mail_id = t.id),
  'files', (select coalesce(jsonb_agg(to_jsonb(f) - array['storage_key', 'sha256'] order by f.position), '[]')
    from mail_in_files f where f.mail_id = t.id))`

async function* mailInEntries(needs: Needs, userId: number): AsyncGenerator<ZipEntry> {
  for await (const ids of idPages(needs.db, 'mail_in', itsMailIn(userId)))
    for (const id of ids) {
      const found = await needs.db.selectFrom('mailIn').select('rawKey').where('id', '=', id).executeTakeFirst()
      if (found?.rawKey) yield { name: `mail-in/${id}.eml`, content: fileBytes(needs, found.rawKey) }
    }
}

async function* mailList(db: Db, userId: number) {
  for await (const { html: _, text: __, ...mail } of itsMails(db, userId)) yield mail
}

/** The files themselves, read while the archive is written; their keys are looked up a page at a time. */
async function* documentEntries(needs: Needs, userId: number): AsyncGenerator<ZipEntry> {
  for await (const { id, content_type: type } of itsDocuments(needs.db, userId)) {
    const found = await needs.db
      .selectFrom('documents')
      .select('storageKey')
      .where('id', '=', Number(id))
      .executeTakeFirst()
    if (!found) continue
    const name = `documents/${id}.${EXTENSIONS[String(type)] ?? 'bin'}`
    yield { name, content: fileBytes(needs, found.storageKey) }
  }
}

/** Ids of the client's documents, page by page. */
async function* documentPages(db: Db, userId: number): AsyncGenerator<number[]> {
  yield* idsAbout(db, 'documents', orderPages(db, userId), ofOrders)
  yield* idPages(db, 'documents', ofNoOrder(userId))
}

/**
 * The trail: entries about the account, its suppliers and its orders, and entries that the account caused.
 */
async function* trail(db: Db, userId: number) {
  yield* storedRows(db, 'audit_entries', sql`t.user_id = ${userId}`)
  const about: readonly [entities: string[], pages: AsyncIterable<number[]>][] = [
    [['clients', 'users'], idPages(db, 'users', sql`t.id = ${userId}`)],
    [['shippers'], idPages(db, 'shippers', sql`t.user_id = ${userId}`)],
    [['orders', 'confirmations'], orderPages(db, userId)],
    [['offers'], idPages(db, 'offers', sql`t.client_id = ${userId}`)],
    [['documents'], documentPages(db, userId)],
    [['mailIn'], idPages(db, 'mail_in', itsMailIn(userId))],
  ]
  for (const [entities, pages] of about)
    yield* rowsAbout(
      db,
      'audit_entries',
      pages,
      (ids) =>
        sql`t.entity = any(${entities}::text[]) and t.entity_id = ${ids} and t.user_id is distinct from ${userId}`,
    )
}

async function* account(db: Db, userId: number) {
  const of = sql`t.user_id = ${userId}`
  const [user] = await storedNow(db, 'users', sql`t.id = ${userId}`)
  yield JSON.stringify(
    {
      ...user,
      sessions: await storedNow(db, 'sessions', of),
      passkeys: await storedNow(db, 'passkeys', of),
      second_factor: (await storedNow(db, 'totp_factors', of)).length > 0,
      single_sign_on: await storedNow(db, 'oidc_accounts', of),
      searched_as: await storedNow(db, 'client_terms', of),
    },
    null,
    1,
  )
}

/**
 * Everything stored about a client, as the files of an archive. Files are read while the archive is written:
 * a page of rows, or a piece of a file, at a time. Their names are made of ids.
 */
export async function* clientFiles(needs: Needs, userId: number): AsyncGenerator<ZipEntry> {
  const { db } = needs
  yield { name: 'README.txt', content: [README(userId, new Date().toISOString())] }
  yield { name: 'account.json', content: account(db, userId) }
  yield { name: 'shippers.json', content: jsonList(storedRows(db, 'shippers', sql`t.user_id = ${userId}`)) }
  yield { name: 'orders.json', content: jsonList(storedOrders(db, userId)) }
  yield { name: 'offers.json', content: jsonList(storedRows(db, 'offers', sql`t.client_id = ${userId}`, OF_OFFER)) }
  yield {
    name: 'quotes.json',
    content: jsonList(storedRows(db, 'quotes', sql`t.client_id = ${userId} and t.order_id is null`)),
  }
  yield {
    name: 'drafts.json',
    content: jsonList(await storedNow(db, 'drafts', sql`t.kind = 'set-event' and t.record_id in ${ordersOf(userId)}`)),
  }
  yield { name: 'mails.json', content: jsonList(mailList(db, userId)) }
  yield { name: 'mail-in.json', content: jsonList(storedRows(db, 'mail_in', itsMailIn(userId), OF_MAIL_IN)) }
  yield { name: 'documents.json', content: jsonList(itsDocuments(db, userId)) }
  yield { name: 'trail.json', content: jsonList(trail(db, userId)) }
  yield* mailEntries(needs, userId)
  yield* mailInEntries(needs, userId)
  yield* documentEntries(needs, userId)
}
