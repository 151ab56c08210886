import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { purgeClients } from '#server/accounts/purge-clients.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { countStatements } from '#server/test/statements.ts'
import { testServer } from '#server/test/test-server.ts'
import { beginErasure, continueErasure, finishErasures } from './erase-client.ts'
import { ROWS_OF_CLIENT, TABLES_WITHOUT_WORDS, WITHOUT_WORDS } from './every-column.fixture.ts'

const server = testServer()
let admin: string
beforeAll(async () => {
  admin = await server.signIn({ role: [Role.ADMIN] })
})

const rows = async <T extends object = Record<string, unknown>>(text: string): Promise<T[]> =>
  (await server.pool.query(text)).rows as T[] // as the query says

interface Column {
  table: string
  column: string
  type: string
  length: number | null
}

const TABLE = `case c.relnamespace when 'public'::regnamespace then c.relname else 'graphile_worker.' || c.relname end`
const OURS = `c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'p')`

const COLUMNS = `select ${TABLE} as "table", a.attname as "column", format_type(a.atttypid, null) as type,
    case when a.atttypmod > 0 then a.atttypmod - 4 end as length
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where ${OURS} and a.attnum > 0 and not a.attisdropped
    and format_type(a.atttypid, null) !~ '^(smallint|integer|bigint|boolean|timestamp|date|numeric|double|real|xid8|uuid$|integer\\[\\])'
  order by 1, 2`

/** A client with a row in every table that may hold its words, each text with the mark. Returns its ids. */
async function markedClient(mark: string) {
  const { db } = server
  const email = `${mark}@example.test`
  const client = await createUser(db, { username: mark, email, companyName: `${mark} Trading`, companyAddress: mark })
  const user = client.id
  const { id: order } = await createOrder(db, {
    userId: user,
    companyName: `${mark} Trading`,
    companyNameShipper: `${mark} Lamps`,
  })
  const event = await createEvent(db)
  const one = async (text: string) => (await rows<{ id: number }>(`${text} returning id`))[0]?.id ?? 0
  const entry =
    await one(`insert into order_events (order_id, event_id, event_name, date, user_id, withdrawn_at, withdrawn_by, withdraw_reason)
    values (${order}, ${event.id}, 'x', now(), ${user}, now(), ${server.staff.id}, 'x')`)
  await rows(`insert into confirmations (order_id) values (${order})`)
  await rows(
    `insert into order_prices (order_id, booked, inputs, lines, manual) values (${order}, 1, '{}', '[]', false)`,
  )
  await rows(
    `insert into order_requirements (order_id, category_id, name, supplier) values (${order}, 1, 'x', 'client')`,
  )
  const vessel = await one(
    `insert into vessels (name, imo_number) values ('Vessel ${mark.length}${Math.random()}', '${Math.random()}')`,
  )
  const sailing = await one(`insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge)
    values ('S-${order}', ${vessel}, 'v${order}', 'CNSHA', 'CAVAN')`)
  const box = "size_type, max_cbm, max_kg) values ('22G1', 30, 20000"
  await rows(`insert into containers (order_id, ${box.replace('values (', `values (${order}, `)})`)
  await rows(
    `insert into free_times (order_id, clock, by_hand, note, said_note) values (${order}, 'storage', true, 'x', 'x')`,
  )
  await rows(`insert into releases (order_id) values (${order})`)
  const container = await one(`insert into containers (sailing_id, ${box.replace('values (', `values (${sailing}, `)})`)
  const keys = [1, 2, 3].map(() => `documents/aa/${randomUUID()}`)
  const document = (key: string | undefined, of: string) =>
    one(`insert into documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by, order_id)
      values ('x.pdf', 'application/pdf', 1, '', '${key}', 1, ${of})`)
  const ofOrder = await document(keys[0], `${server.staff.id}, ${order}`)
  await document(keys[1], `${user}, null`)
  const manifest = await document(keys[2], `${server.staff.id}, null`)
  for (const key of keys) await server.services.files.write(key, Buffer.from(mark))
  const [code] = await rows<{ code: string }>(
    `select concat_ws(' - ', substr(tracking_code, 1, 4), substr(tracking_code, 5, 4), substr(tracking_code, 9)) as code from orders where id = ${order}`,
  )
  await rows(`insert into made_documents (kind, version, document_id, order_id, container_id, data, data_hash) values
    ('labels', 1, ${ofOrder}, ${order}, null, '{}', ''),
    ('manifest', 1, ${manifest}, null, ${container}, '{"table": {"rows": [["1", "${code?.code}"]]}}', '')`)
  const note = await one(`insert into notes (order_id, author_id, body) values (${order}, ${server.staff.id}, 'x')`)
  await rows(`insert into note_versions (note_id, body) values (${note}, 'x')`)
  await rows(
    `insert into attention (order_id, rule, severity, waived_at, waived_by, waived_reason) select ${order}, code, 1, now(), ${server.staff.id}, 'x' from attention_rules limit 1`,
  )
  const mail = (kind: string, of: string) =>
    one(`insert into mails (kind, subject, html, text, order_id, user_id) values ('${kind}', 'x', 'x', 'x', ${of})`)
  const mails = [
    await mail('event', `${order}, null`),
    await mail('password-reset', `null, ${user}`),
    await mail('digest', `null, ${server.staff.id}`),
  ]
  await rows(
    `insert into mail_deliveries (mail_id, role, address, state) select id, 'to', 'x', 'sent' from mails where id = any('{${mails}}')`,
  )
  await rows(
    `update mails set html = '<p>${mark} Trading waits</p>', text = '${mark} Trading waits' where id = ${mails[2]}`,
  )
  const thread = await one(`insert into mail_threads (subject) values ('x')`)
  await rows(`insert into mail_thread_ids (message_id, thread_id) values ('<${mark}>', ${thread})`)
  const [rawKey, fileKey] = [`mails/aa/${randomUUID()}`, `documents/aa/${randomUUID()}`]
  const cameIn = await one(`insert into mail_in (message_id, hash, raw_key, size, thread_id, client_id)
    values ('<${mark}>', '', '${rawKey}', 1, ${thread}, ${user})`)
  await rows(`insert into mail_in_orders (mail_id, order_id, how) values (${cameIn}, ${order}, 'code')`)
  await rows(`insert into mail_in_files (mail_id, position, name, content_type, size, sha256, storage_key)
    values (${cameIn}, 0, 'x', 'x', 1, '', '${fileKey}')`)
  keys.push(rawKey, fileKey)
  await rows(
    `update attention set waived_at = now(), waived_by = ${server.staff.id}, waived_reason = 'x' where order_id = ${order} and rule = 'client-mail'`,
  )
  for (const key of [rawKey, fileKey]) await server.services.files.write(key, Buffer.from(mark))
  await rows(
    `insert into tracking_links (token_hash, order_id, email, expires_at) values ('${mark}', ${order}, 'x', now())`,
  )
  await rows(`insert into tracking_readers (order_id, email, dates) values (${order}, 'x', '{}')`)
  await rows(`insert into tracking_subscriptions (order_id, email) values (${order}, 'x')`)
  await rows(
    `insert into upload_links (token_hash, order_id, requirement_ids, email, expires_at) values ('${mark}', ${order}, '{}', 'x', now())`,
  )
  await rows(
    `insert into quotes (kind, client_id, order_id, inputs) values ('request', ${user}, ${order}, '{}'), ('instant', ${user}, null, '{}')`,
  )
  const offer = await one(
    `insert into offers (reference, client_id, name, owner_id, state, valid_until, snapshot, snapshot_hash) values
      ('Q-${user}', ${user}, 'x', ${server.staff.id}, 'declined', now(), 'x', '')`,
  )
  await one(`insert into offer_options (offer_id, position, mode) values (${offer}, 1, 0)`)
  await one(`insert into offer_questions (offer_id, kind) values (${offer}, 'question')`)
  const run = await one(
    `insert into runs (kind, input, total, created_by) values ('event', '{}', 1, ${server.staff.id})`,
  )
  await rows(
    `insert into run_items (run_id, position, order_id, state, input, result, reason) values (${run}, 1, ${order}, 'failed', '{}', '{}', 'x')`,
  )
  await rows(`insert into import_choices (kind, headings) values ('orders', '${mark}') on conflict do nothing`)
  await rows(
    `insert into drafts (user_id, kind, record_id, values) values (${server.staff.id}, 'set-event', ${order}, '{}')`,
  )
  for (const [task, payload] of [
    ['mail_reset_link', `'email', '${email.toUpperCase()}', 'ip', '${mark}'`],
    ['mail_tracking_confirmation', `'email', '${email}', 'code', 'x'`],
    [
      'mail_tracking_confirmation',
      `'email', '${mark}@supplier.test', 'code', (select tracking_code from orders where id = ${order})`,
    ],
  ])
    await rows(
      `select graphile_worker.add_job('${task}', json_build_object(${payload}), run_at => now() + interval '1 hour')`,
    )
  await rows(
    `update graphile_worker._private_jobs set last_error = payload ->> 'email' where payload::text ilike '%${mark}%'`,
  )
  await rows(
    `insert into runs (kind, title, input, total, created_by, finished_at) values ('import', '${mark} words.csv',
      '{"comment": "${mark} words"}', 1, ${server.staff.id}, now())`,
  )
  await rows(`insert into audit_entries (user_id, action, entity, entity_id, after, ip)
    values (${server.staff.id}, 'run.start', 'runs', 1, '{"title": "${mark} words.csv"}', '')`)
  await rows(`insert into recents (user_id, entity, entity_id) values (${server.staff.id}, 'clients', ${user})`)
  const hook = await one(
    `insert into webhooks (url, events, secret) values ('https://x.example', '{order.event}', 'x')`,
  )
  await rows(
    `insert into webhook_deliveries (webhook_id, event, body, order_id, order_event_id, sequence) values (${hook}, 'order.event', 'x', ${order}, ${entry}, 1)`,
  )
  await rows(
    `insert into shippers (user_id, company_name, company_address, name_of_the_person_in_charge, email, phone) values (${user}, 'x', 'x', 'x', 'x', 'x')`,
  )
  const shipper = (await rows<{ id: number }>(`select max(id) as id from shippers`))[0]?.id
  await server.tokenFor(user)
  await rows(
    `insert into passkeys (user_id, credential_id, public_key, user_handle, name) values (${user}, '${mark}', '', sha256('${mark}'), 'x')`,
  )
  await rows(`insert into oidc_accounts (issuer, subject, user_id) values ('https://x', 'x${mark}', ${user})`)
  await rows(`insert into idempotency_keys (user_id, key, request_hash, reply) values (${user}, 'x', '', '{}')`)
  const [away, covers] = [
    await createUser(db, { role: [Role.MANAGER] }),
    await createUser(db, { role: [Role.MANAGER] }),
  ]
  await rows(`insert into hand_overs (from_user_id, to_user_id, until) values (${away.id}, ${covers.id}, now())`)
  await rows(`insert into views (list, name, owner_id, shared, definition) values
    ('orders', 'Orders of ${mark} Trading', ${server.staff.id}, true, '{"filters": {}, "search": ""}'),
    ('clients', 'A big one', ${server.staff.id}, true, '{"filters": {"company": "has:${mark} trad"}, "search": ""}')`)
  await rows(`insert into audit_entries (user_id, action, entity, entity_id, before, after, ip) values
    (${server.staff.id}, 'client.update', 'clients', ${user}, '{}', '{}', '10.9.9.9'), (${user}, 'session.login', 'users', ${user}, '{}', '{}', '${mark}'),
    (null, 'session.login-failed', 'users', ${user}, '{}', '{}', '${mark}'), (${server.staff.id}, 'order.update', 'orders', ${order}, '{}', '{}', ''),
    (${server.staff.id}, 'confirmation.update', 'confirmations', ${order}, '{}', '{}', ''), (${server.staff.id}, 'shipper.create', 'shippers', ${shipper}, null, '{}', ''),
    (${server.staff.id}, 'document.upload', 'documents', ${ofOrder}, null, '{}', ''), (${server.staff.id}, 'view.update', 'views', 999, '{}', '{}', '')`)
  return { user, order, container, keys, email }
}

/** Writes the mark into every column that may hold words, and returns those in which it did not arrive. */
async function markColumns(
  mark: string,
  { user, order, container }: { user: number; order: number; container: number },
) {
  const missing: string[] = []
  const column = await rows<Column>(COLUMNS)
  for (const { table, column: name, type, length } of column) {
    const where = ROWS_OF_CLIENT[table]
    if (!where || WITHOUT_WORDS[`${table}.${name}`]) continue
    const which = where
      .replaceAll('$user', String(user))
      .replaceAll('$order', String(order))
      .replaceAll('$container', String(container))
    const text = /email|address$|requested_to/.test(name) && !/company/.test(name) ? `${mark}@x.test` : `${mark} words`
    const json = `{"companyName": "${mark} Trading", "companyNameShipper": "${mark} Lamps", "email": "${mark}@x.test", "words": ["${mark} words", {"a": "${mark}"}], "kept": 7, "at": "2026-01-02T03:04:05Z"}`
    const value =
      type === 'text[]'
        ? `array['${text}']`
        : type === 'jsonb'
          ? `coalesce("${name}", '{}') || '${json}'`
          : `left('${text}', ${length ?? 200})`
    const isKept =
      /^(company_names|order_names|order_terms|client_terms|views)$/.test(table) ||
      (table === 'users' && name === 'email')
    if (!isKept && type !== 'jsonb')
      await rows(
        `update "${table}" set "${name}" = ${value} where (${which}) and "${name}" is distinct from ${value}`,
      ).catch((error) => missing.push(`${table}.${name}: ${error.message}`))
    if (!isKept && type === 'jsonb')
      await rows(
        `update "${table}" set "${name}" = case when jsonb_typeof("${name}") = 'array' then '[${json}]' else ${value} end where ${which}`,
      )
    const found = await rows(`select 1 from "${table}" where (${which}) and "${name}"::text ilike '%${mark}%' limit 1`)
    if (found.length === 0) missing.push(`${table}.${name}`)
  }
  return missing
}

/**
 * Rows that contain the mark: every row of every table is searched as JSON, however its letters are written.
 */
async function findMark(mark: string): Promise<string[]> {
  const tables = await rows<{ name: string; quoted: string }>(
    `select ${TABLE} as name, c.oid::regclass::text as quoted from pg_class c where ${OURS} order by 1`,
  )
  const found: string[] = []
  for (const { name, quoted } of tables) {
    const hits = await rows<{ row: string }>(
      `select to_jsonb(t)::text as row from ${quoted} t where to_jsonb(t)::text ilike '%${mark}%' limit 3`,
    )
    found.push(...hits.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

test('every column is known: it may hold words of a person, or it is said why not', async () => {
  const columns = await rows<Column>(COLUMNS)
  const unknown = columns.filter(
    ({ table, column }) =>
      !TABLES_WITHOUT_WORDS[table] && !ROWS_OF_CLIENT[table] && !WITHOUT_WORDS[`${table}.${column}`],
  )
  expect(unknown.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  const all = [...Object.keys(WITHOUT_WORDS), ...Object.keys(ROWS_OF_CLIENT)]
  expect(all.filter((name) => !known.has(name))).toEqual([])
})

const isThere = (key: string) =>
  new Promise<boolean>((resolve) => {
    const stream = server.services.files.read(key)
    stream.once('readable', () => resolve(true)).once('error', () => resolve(false))
  })

const WAYS: [string, string, (user: number) => Promise<unknown>][] = [
  [
    'the purge 30 days after it was deleted',
    'zyxmarka',
    async (user) => {
      await rows(`update users set deleted_at = now() - interval '31 days' where id = ${user}`)
      expect(await purgeClients(server.db, server.services.files)).toBe(1)
    },
  ],
  [
    'Erase now',
    'zyxmarkb',
    async (user) => {
      const reply = await server.call('POST', `admin/user/${user}/erase`, { token: admin })
      expect(reply).toMatchObject({ status: 200, body: { data: { id: user, finished: true } } })
    },
  ],
]

test.each(WAYS)(
  '%s leaves no word of a client in any table or file, and nothing of others goes',
  async (_, mark, erase) => {
    const other = await createUser(server.db, { companyName: 'Bystander Ltd' })
    const kept = await createOrder(server.db, { userId: other.id, companyName: 'Bystander Ltd' })
    await rows(
      `insert into views (list, name, owner_id, definition) values ('clients', 'Kept', ${server.staff.id}, '{"filters": {"company": "is:Bystander Ltd"}, "search": ""}')`,
    )
    const client = await markedClient(mark)
    expect(await markColumns(mark, client)).toEqual([])
    expect((await findMark(mark)).length).toBeGreaterThan(40)
    const views = (await rows(`select id from views where name in ('Kept', 'A big one')`)).length
    await erase(client.user)
    expect(await findMark(mark)).toEqual([])
    for (const key of client.keys) expect(await isThere(key), key).toBe(false)
    expect(await rows(`select id from orders where id in (${client.order}, ${kept.id})`)).toEqual([{ id: kept.id }])
    expect(await rows(`select name from company_names where name = 'Bystander Ltd'`)).toHaveLength(1)
    expect((await rows(`select id from views where name in ('Kept', 'A big one')`)).length).toBe(views - 1)
    const trail = await rows<{ action: string; after: unknown; ip: string }>(
      `select action, after, ip from audit_entries where entity = 'clients' and entity_id = ${client.user} order by id`,
    )
    expect(trail[0]).toEqual({
      action: 'client.update',
      after: { kept: 7, at: '2026-01-02T03:04:05Z', words: [{}] },
      ip: '10.9.9.9',
    })
    expect(trail.at(-1)).toMatchObject({ action: 'client.purge', after: null })
    expect(await rows('select * from erasures')).toEqual([])
  },
)

test('an erasure that was interrupted goes on where it stopped, and meanwhile nothing of the client can be reached', async () => {
  const { db, services } = server
  const client = await createUser(db)
  for (let n = 0; n < 45; n++) await createOrder(db, { userId: client.id })
  await db.transaction().execute((tx) => beginErasure(tx, client.id, null))
  expect(await continueErasure(db, client.id, Date.now() - 1)).toBe(false)
  expect((await server.call('POST', `admin/user/${client.id}/restore`)).status).toBe(404)
  expect((await server.call('POST', `admin/user/${client.id}/erase`, { token: admin })).status).toBe(409)
  // Several instances run at once: one works on the client, the others leave it.
  const finished = await Promise.all([1, 2, 3].map(() => finishErasures(db, services.files)))
  expect(finished.reduce((sum, n) => sum + n)).toBe(1)
  expect(await rows(`select from orders where user_id = ${client.id}`)).toEqual([])
  expect(await rows('select from erasures')).toEqual([])
})

test('a file that the store does not remove is tried again until it is gone', async () => {
  const { db, services } = server
  const client = await createUser(db)
  const { id: order } = await createOrder(db, { userId: client.id })
  const key = `documents/aa/${randomUUID()}`
  await services.files.write(key, Buffer.from('x'))
  await rows(`insert into documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by, order_id)
    values ('x.pdf', 'application/pdf', 1, '', '${key}', 1, ${client.id}, ${order})`)
  const { remove } = services.files
  services.files.remove = () => Promise.reject(new Error('The store is away'))
  const reply = await server.call('POST', `admin/user/${client.id}/erase`, { token: admin })
  services.files.remove = remove
  expect(reply).toMatchObject({ status: 200, body: { data: { finished: true } } })
  expect(await isThere(key)).toBe(true)
  await finishErasures(db, services.files)
  expect(await isThere(key)).toBe(false)
  expect(await rows('select from erased_files')).toEqual([])
})

/**
 * A client with `orders` orders, each with mails, notes, documents, lines of the trail and a supplier of its
 * own.
 */
async function largeClient(orders: number) {
  const client = await createUser(server.db, { companyName: 'Large Lamps' })
  for (let n = 0; n < orders; n++)
    await createOrder(server.db, {
      userId: client.id,
      companyName: 'Large Lamps',
      companyNameShipper: `Supplier ${client.id}-${n}`,
    })
  const of = `from orders o, generate_series(1, 3) n where o.user_id = ${client.id}`
  for (const insert of [
    `mails (kind, order_id, subject, html, text) select 'event', o.id, 'x', 'x', 'x'`,
    `notes (order_id, author_id, body) select o.id, ${server.staff.id}, 'x'`,
    `documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by, order_id)
       select 'x.pdf', 'application/pdf', 1, '', 'documents/aa/' || gen_random_uuid(), 1, ${server.staff.id}, o.id`,
    `audit_entries (user_id, action, entity, entity_id, after, ip) select ${server.staff.id}, 'order.update', 'orders', o.id, '{"comment": "x"}', ''`,
  ])
    await rows(`insert into ${insert} ${of}`)
  return client.id
}

test('erasing takes so many statements for each 20 orders, whatever belongs to them, and none for each order or word', async () => {
  const taken: number[] = []
  for (const orders of [60, 160, 260]) {
    const id = await largeClient(orders)
    await server.db.transaction().execute((tx) => beginErasure(tx, id, null))
    const count = countStatements(/./)
    expect(await continueErasure(server.db, id)).toBe(true)
    taken.push(count())
    expect(await rows(`select from orders where user_id = ${id}`)).toEqual([])
  }
  const [few = 0, more = 0, most = 0] = taken
  // Each step adds 100 orders, which are five batches.
  expect(most - more).toBe(more - few)
  expect((more - few) / 5).toBeLessThan(30)
})

test('a name that an account had before goes from the texts of others too', async () => {
  const client = await createUser(server.db, { companyName: 'Newname Trading' })
  await rows(`insert into audit_entries (user_id, action, entity, entity_id, before, after, ip) values
    (${server.staff.id}, 'client.update', 'clients', ${client.id}, '{"companyName": "Zyxformer Trading"}', '{"companyName": "Newname Trading"}', '')`)
  await rows(`insert into runs (kind, title, input, total, created_by, finished_at) values
    ('event', 'Departed', '{"comment": "For ZYXFORMER TRADING and Others Ltd", "zyxformer trading": 7}', 1, ${server.staff.id}, now())`)
  expect((await server.call('POST', `admin/user/${client.id}/erase`, { token: admin })).status).toBe(200)
  const [run] = await rows(`select input from runs where input::text like '%Others Ltd%'`)
  // Names of JSON fields are ours, even where a client is called the same.
  expect(run).toEqual({ input: { comment: 'For [erased] and Others Ltd', 'zyxformer trading': 7 } })
})

test('words that others have too stay: a name two accounts share, and the views that go by it', async () => {
  const { db } = server
  const [first, second] = [
    await createUser(db, { companyName: 'Shared Lamps' }),
    await createUser(db, { companyName: 'Shared Lamps' }),
  ]
  for (const { id } of [first, second]) await createOrder(db, { userId: id, companyName: 'Shared Lamps' })
  const [view] = await rows(`insert into views (list, name, owner_id, definition) values
    ('orders', 'Lamps', ${server.staff.id}, '{"filters": {"company": "has:Shared Lamps"}, "search": ""}') returning id`)
  await server.call('POST', `admin/user/${first.id}/erase`, { token: admin })
  expect(await rows(`select from company_names where name = 'Shared Lamps'`)).toHaveLength(1)
  expect(await rows(`select from views where id = ${view?.id}`)).toHaveLength(1)
  await server.call('POST', `admin/user/${second.id}/erase`, { token: admin })
  expect(await rows(`select from company_names where name = 'Shared Lamps'`)).toEqual([])
  expect(await rows(`select from views where id = ${view?.id}`)).toEqual([])
})

test('the copies of a note that names the client go too: on each order handed over, in the trail of sailings and views as it', async () => {
  const { db } = server
  const client = await createUser(db, { username: 'Zyxmark "Roberts" Begay' })
  const away = await createUser(db, { role: [Role.MANAGER] })
  const covers = await createUser(db, { role: [Role.MANAGER] })
  const others = await createUser(db)
  for (let order = 0; order < 2; order++) await createOrder(db, { userId: others.id, inChargeId: away.id })
  const token = await server.tokenFor(away.id)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const body = { toUserId: covers.id, until, note: `${client.username} calls about Friday` }
  expect((await server.call('POST', 'attention/hand-over', { token, body })).status).toBe(200)
  const { id: vessel } = await db
    .insertInto('vessels')
    .values({ name: 'Zyx', imoNumber: 'zyx' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [sailing] = await rows<{
    id: number
  }>(`insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge)
    values ('S-zyx', ${vessel}, 'vzyx', 'CNSHA', 'CAVAN') returning id`)
  const notes = { notes: `Space kept for ${client.username}, twice` }
  expect((await server.call('PUT', `sailing/${sailing?.id}`, { body: notes })).status).toBe(200)
  expect((await server.call('GET', `user/get/${client.id}`, { token: admin })).status).toBe(200)
  expect((await findMark('zyxmark')).length).toBeGreaterThan(6)
  expect((await server.call('POST', `admin/user/${client.id}/erase`, { token: admin })).status).toBe(200)
  expect(await findMark('zyxmark')).toEqual([])
  expect((await findMark('calls about Friday')).length).toBeGreaterThan(3)
})
