import { readFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { fold } from '#contract/lib/fold.ts'
import { spellingsOf } from '#contract/lib/spellings.ts'
import { containsIndexed } from '#server/resource/folded.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'

const server = testServer()

interface Case {
  stored: string
  typed: string
}
const casesIn = (name: string): Case[] =>
  JSON.parse(readFileSync(new URL(`../../../tests/cases/texts/${name}.json`, import.meta.url), 'utf8')).cases
const NAMES = ['search', 'search-siblings'].flatMap(casesIn)
/** Names that are numbers: what every list finds by one rule, whatever its fields are. */
const CASES = [...NAMES, ...casesIn('numbers-typed')]
const STORED = [...new Set(CASES.map(({ stored }) => stored))]
/** Whether a text begins with what was typed, in one of its spellings. */
const begins = (stored: string, typed: string) =>
  spellingsOf(typed).some((spelling) => fold(stored).startsWith(fold(spelling)))

const run = async (statement: RawBuilder<unknown>) => (await statement.execute(server.db)).rows

/** Stores each name in one table; `n` tells their other values apart. */
const insert = (statement: (name: string, n: number) => RawBuilder<unknown>) => () =>
  Promise.all(STORED.map((name, n) => run(statement(name, n))))

let owner = 0
let sailing = 0
let token = ''
/** Lists by their paths, and how a name gets into them. `of` reads the name of an item. */
const LISTS: Record<string, [fill: () => Promise<unknown>, ...of: string[]]> = {
  'port?search=': [insert((name, n) => sql`insert into ports (code, name) values (${`QQ${100 + n}`}, ${name})`)],
  'city?search=': [insert((name, n) => sql`insert into cities (code, name) values (${`QR${100 + n}`}, ${name})`)],
  'vessel?search=': [
    insert((name, n) => sql`insert into vessels (imo_number, name) values (${String(9_000_000 + n)}, ${name})`),
  ],
  'carrier?search=': [insert((name) => sql`insert into carriers (name) values (${name})`)],
  'value/depot?search=': [
    insert(
      (name, n) => sql`insert into depots (name, code, tier, depot_fixed, depot_var, depot_var_min)
      values (${name}, ${`QS${n}`}, 1, 1, 1, 1)`,
    ),
  ],
  'value/cartage?search=': [
    insert((name, n) => sql`insert into cartages (name, category_id, dest) values (${name}, 5, ${`QT${n}`})`),
  ],
  'value/constant?search=': [insert((name) => sql`insert into constants (name, value) values (${name}, 1)`)],
  'request/event?search=': [insert((name) => sql`insert into events (name) values (${name})`)],
  'hint?search=': [
    insert((name) => sql`insert into hints (title, content, type) values (${name}, 'x', 'general')`),
    'title',
  ],
  'admin/email/get_all?search=': [
    insert((name, n) => sql`insert into mail_addresses (email, name) values (${`q${n}@x.test`}, ${name})`),
  ],
  'template/email?search=': [
    insert((name) => sql`insert into mail_templates (title, subject, content) values (${name}, 'x', 'x')`),
    'title',
  ],
  'template/block?search=': [
    insert((name, n) => sql`insert into html_blocks (title, identifier, content) values (${name}, ${`q${n}`}, 'x')`),
    'title',
  ],
  'template/variable?search=': [
    insert(
      (name, n) => sql`insert into template_variables (id, name, identifier) values (${9000 + n}, ${name}, ${`q${n}`})`,
    ),
  ],
  'document-requirement?search=': [
    insert(
      (name) => sql`insert into document_requirements (name, category_id, supplier, basis)
      values (${name}, (select min(id) from document_categories), 'us', 'etd')`,
    ),
  ],
  'article?search=': [
    async () => {
      await run(sql`insert into images (name, content_type, width, height, size, sha256, storage_key)
        values ('q', 'image/png', 1, 1, 1, '', 'q')`)
      await insert(
        (name, n) => sql`insert into articles (slug, type, title, content, custom_created_at, preview_image_id)
        values (${`q${n}`}, 'news', ${name}, 'x', now(), (select id from images where storage_key = 'q'))`,
      )()
    },
    'title',
  ],
  'admin/api-key?search=': [
    insert(
      (name, n) => sql`insert into api_keys (prefix, hash, name, scopes, created_by, expires_at)
      values (${`abcdef${10 + n}`}, ${Buffer.alloc(32, n)}, ${name}, '{orders:read}', ${owner}, now() + interval '1 day')`,
    ),
  ],
  'admin/webhook?search=': [
    insert((name) => sql`insert into webhooks (url, events) values (${name}, '{order.created}')`),
    'url',
  ],
  'admin/staff?search=': [
    () => Promise.all(STORED.map((username) => createUser(server.db, { username, role: [Role.MANAGER] }))),
    'username',
  ],
  'admin/mail?search=': [
    insert((name) => sql`insert into mails (kind, subject, html, text) values ('test', ${name}, 'x', 'x')`),
    'subject',
  ],
  'admin/mail?f.subject=has:': [async () => {}, 'subject'],
  'admin/user?search=': [
    () => Promise.all(STORED.map((companyName) => createUser(server.db, { companyName }))),
    'companyName',
  ],
  'admin/user?f.company=has:': [async () => {}, 'companyName'],
  'admin/user?f.company=starts:': [async () => {}, 'companyName'],
  'admin/user?f.username=has:': [
    () => Promise.all(STORED.map((username) => createUser(server.db, { username }))),
    'username',
  ],
  'admin/user?f.address=has:': [
    () => Promise.all(STORED.map((companyAddress) => createUser(server.db, { companyAddress }))),
    'companyAddress',
  ],
  'admin/user/deleted?search=': [
    () => Promise.all(STORED.map((username) => createUser(server.db, { username, deletedAt: new Date() }))),
    'username',
  ],
  'sailing?search=': [
    insert(
      (name, n) => sql`insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge)
      values (${`S-2030-${1000 + n}`}, (select id from vessels where name = ${name}), 'V', 'CNNGB', 'CAVAN')`,
    ),
    'vessel',
  ],
  'request/booking/get_all?f.company=has:': [
    () =>
      Promise.all(
        STORED.map((companyName) =>
          createOrder(server.db, {
            userId: owner,
            companyName,
            companyNameShipper: companyName,
            cityName: companyName,
          }),
        ),
      ),
    'companyName',
  ],
  'request/booking/get_all?f.origin=has:': [async () => {}, 'cityName'],
  'request/booking/get/user/OWNER?search=': [async () => {}, 'companyNameShipper'],
  'sailing/SAILING/orders?search=': [
    () =>
      run(sql`insert into loadings (order_id, sailing_id, position)
        select id, ${sailing}, row_number() over () from orders where user_id = ${owner}`),
    'companyName',
  ],
}
/** Groups of the box, with the field that holds the name. */
const GROUPS = {
  clients: 'detail',
  reference: 'title',
  articles: 'title',
  templates: 'title',
  orders: 'detail',
} as const

beforeAll(async () => {
  token = await server.tokenFor((await createUser(server.db, { username: 'Chief', role: [Role.ADMIN] })).id)
  owner = (await createUser(server.db, { username: 'Owner', role: [Role.CLIENT] })).id
  for (const [path, [fill]] of Object.entries(LISTS)) {
    if (path.startsWith('sailing/')) {
      const [row] = (await run(sql`select id from sailings limit 1`)) as { id: number }[]
      sailing = row?.id ?? 0
    }
    await fill()
  }
}, 60_000)

test.each(Object.entries(LISTS))('%s finds every name as people type it', async (path, [, name = 'name']) => {
  const missing: string[] = []
  for (const { stored, typed } of CASES) {
    if (path.endsWith('starts:') && !begins(stored, typed)) continue
    const at = path.replace('OWNER', String(owner)).replace('SAILING', String(sailing))
    // A filter's values have codes of their own for commas and percent signs.
    const value = path.includes('f.') ? typed.replaceAll('%', '%25').replaceAll(',', '%2C') : typed
    const call = `${at}${encodeURIComponent(value)}&per_page=100`
    const { status, body } = await server.call('GET', call, { token })
    const items = status === 200 ? ((body.data.items ?? body.data) as Record<string, unknown>[]) : []
    const found = items.some((item) => JSON.stringify(item[name] ?? '').includes(JSON.stringify(stored).slice(1, -1)))
    if (!found) missing.push(`${stored} by ${typed}: ${status} ${items.length}`)
  }
  expect(missing).toEqual([])
})

test('the box finds every name as people type it, in each of its groups', async () => {
  const { ask } = await searchAs(server)
  const missing: string[] = []
  for (const { stored, typed } of NAMES) {
    const { body } = await ask(typed, '&limit=20')
    for (const [group, field] of Object.entries(GROUPS)) {
      const items = body.data.groups[group].items as Record<string, string>[]
      if (!items.some((item) => item[field]?.includes(stored))) missing.push(`${group}: ${stored} by ${typed}`)
    }
  }
  expect(missing).toEqual([])
})

test('the trail is searched by the names of records and people as people type them', async () => {
  const [port] = (await run(sql`select id from ports where name = 'Nile Home Décor'`)) as { id: number }[]
  await run(sql`insert into audit_entries (action, entity, entity_id) values ('port.edit', 'ports', ${port?.id})`)
  const { body } = await server.call('GET', 'admin/audit?search=nile%20home%20decor', { token })
  expect(body.data.items).toMatchObject([{ entity: 'ports', entityId: port?.id }])
})

test('a text of which nothing is left finds nothing', async () => {
  const { body } = await server.call('GET', `admin/user?search=${encodeURIComponent('’')}`)
  expect(body.data.items).toEqual([])
})

test('another name is not found', async () => {
  const { body } = await server.call('GET', 'admin/user?search=cafe%20quebecs')
  expect(body.data.items).toEqual([])
})

test('Chinese, Japanese and Korean searches of mails leave the trigram index alone, which has no such signs', async () => {
  const plan = (typed: string) =>
    server.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const where = containsIndexed(sql`m.subject`, typed)
      return JSON.stringify((await sql`explain select from mails m where ${where}`.execute(tx)).rows)
    })
  for (const typed of ['confirmed', 'CSQU 305438-3']) expect(await plan(typed), typed).toContain('mails_subject')
  for (const typed of ['海天', '대한', 'ガラス', 'ｶﾞﾗｽ', '李'])
    expect(await plan(typed), typed).not.toContain('mails_subject')
})
