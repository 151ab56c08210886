import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { RESOURCES } from '#contract/api/resources.ts'
import { CLIENT_FILTERS } from '#contract/clients/client-filters.ts'
import type { FilterFields } from '#contract/lib/filters.ts'
import { MAIL_FILTERS } from '#contract/mail/mail-filters.ts'
import { SAILING_FILTERS } from '#contract/sailings/sailing-filters.ts'
import { createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const token: Record<string, string> = {}

/** Values as they are stored: of fields with one spelling, and of fields that keep what was typed. */
const STORED = {
  phone: '8613800138000',
  businessNumber: '987654321RT0001',
  address: '88 Keefer St, Vancouver BC V6B 1A1, a long way behind the old harbour of the city',
  email: 'anna@lopez.example',
  imoNumber: '9785744',
  code: 'CNSHA',
  number: 'CSQU3054383',
  seal: 'ML-CN 4711815',
  reference: 'S-2031-0412',
  masterBill: 'MAEU 123-456789',
  voyage: '049 N',
  scac: 'MAEU',
  dest: 'YVR 3',
  identifier: 'cutOff2',
  subject: 'Container CSQU3054383 is here',
} as const
type Field = keyof typeof STORED

/** How people type each. */
const TYPED: Record<Field, string[]> = {
  phone: ['0086 138 0013 8000', '+86 (0)138 0013 8000', '\u202a+86\u2011138\u20110013 8000', '138-0013'],
  businessNumber: ['987654321 RT 0001', '987654321-rt-0001', '987 654 321'],
  address: ['V6B1A1', 'v6b-1a1', 'V6B\u00a01A1'],
  email: [
    'Anna <anna@lopez.example>',
    'mailto:anna@lopez.example',
    'a\u200bnna@lopez.example',
    'ａｎｎａ＠lopez.example',
  ],
  imoNumber: ['IMO 978 5744', 'IMO9785744', '978-5744', 'imo: 97857'],
  code: ['CN SHA', 'cn-sha', 'CN\u200bSHA'],
  number: ['CSQU 305438-3', 'csqu 305', 'CSQU.305438/3'],
  seal: ['MLCN4711815', 'ml cn-4711 815'],
  reference: ['S20310412', 's 2031 0412', '2031-0412'],
  masterBill: ['MAEU123456789', 'maeu 123 456 789', '123456789'],
  voyage: ['049N', '049-n'],
  scac: ['ｍａｅｕ', 'ma\u00adeu'],
  dest: ['YVR3', 'yvr-3'],
  identifier: ['cut off 2', 'cutoff2', 'cut-off-2'],
  subject: ['CSQU 305438-3', 'csqu.3054383'],
}

/** What has one of those values, by the field of a list's search or filter; anything else has none. */
const KIND: Record<string, Field> = {
  phone: 'phone',
  businessNumber: 'businessNumber',
  address: 'address',
  email: 'email',
  recipient: 'email',
  imoNumber: 'imoNumber',
  code: 'code',
  portOfLoading: 'code',
  number: 'number',
  seal: 'seal',
  reference: 'reference',
  masterBill: 'masterBill',
  voyage: 'voyage',
  scac: 'scac',
  dest: 'dest',
  identifier: 'identifier',
  subject: 'subject',
}
/** Lists of their own, beside those of resources. */
const MORE: Record<string, Field[]> = {
  'admin/user?search=': ['phone', 'email'],
  'admin/user/deleted?search=': ['email'],
  'admin/staff?search=': ['email'],
  'admin/mail?search=': ['subject', 'email'],
}
const FILTERED: Record<string, FilterFields> = {
  'admin/user': CLIENT_FILTERS,
  'admin/mail': MAIL_FILTERS,
  sailing: SAILING_FILTERS,
}

const SEARCHES = RESOURCES.flatMap(({ path, searchable = [] }) =>
  searchable.flatMap((name) => {
    const kind = path === 'inbox' && name === 'address' ? 'email' : KIND[name]
    return kind ? [[`${path}?search=`, kind] as const] : []
  }),
)
const FILTERS = Object.entries(FILTERED).flatMap(([path, fields]) =>
  Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === 'text' && KIND[name] ? [[`${path}?f.${name}=has:`, KIND[name]] as const] : [],
  ),
)
const CASES = [
  ...SEARCHES,
  ...FILTERS,
  ...Object.entries(MORE).flatMap(([path, fields]) => fields.map((field) => [path, field] as const)),
]

beforeAll(async () => {
  const { db } = server
  token.chief = await server.tokenFor((await createUser(db, { username: 'Chief', role: [Role.ADMIN] })).id)
  const client = { phone: STORED.phone, companyAddress: STORED.address, canadianBusinessNumber: STORED.businessNumber }
  await createUser(db, { ...client, email: STORED.email })
  await createUser(db, { email: STORED.email, deletedAt: new Date() })
  await createUser(db, { email: `x${STORED.email}`, role: [Role.MANAGER] })
  await sql`insert into ports (code, name) values (${STORED.code}, 'P')`.execute(db)
  await sql`insert into cities (code, name) values (${STORED.code}, 'C')`.execute(db)
  await sql`insert into carriers (name, scac) values ('Carrier', ${STORED.scac})`.execute(db)
  await sql`insert into depots (name, code, tier, depot_fixed, depot_var, depot_var_min)
    values ('Depot', ${STORED.code}, 1, 1, 1, 1)`.execute(db)
  await sql`insert into cartages (name, category_id, dest) values ('Cartage', 5, ${STORED.dest})`.execute(db)
  await sql`insert into freight (dest, tier, cbm, mt) values (${STORED.dest}, 1, 1, 1)`.execute(db)
  await sql`insert into mail_addresses (email, name) values (${STORED.email}, 'M')`.execute(db)
  await sql`insert into inboxes (name, address, host, port, username, secret) values ('I', ${STORED.email}, 'h', 993, 'u', '')`.execute(
    db,
  )
  await sql`insert into html_blocks (title, identifier, content) values ('B', ${STORED.identifier}, 'x')`.execute(db)
  await sql`insert into template_variables (id, name, identifier) values (9001, 'V', ${STORED.identifier})`.execute(db)
  await sql`insert into mail_templates (title, subject, content) values ('T', ${STORED.subject}, 'x')`.execute(db)
  await sql`insert into vessels (imo_number, name) values (${STORED.imoNumber}, 'Ship')`.execute(db)
  await sql`insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge, master_bill)
    select ${STORED.reference}, id, ${STORED.voyage}, ${STORED.code}, 'CAVAN', ${STORED.masterBill} from vessels`.execute(
    db,
  )
  await sql`insert into containers (sailing_id, number, size_type, seal, max_kg, max_cbm)
    select id, ${STORED.number}, '42G1', ${STORED.seal}, 26500, 58 from sailings`.execute(db)
  await sql`insert into offers (reference, name, email, owner_id)
    select ${STORED.reference}, 'O', ${STORED.email}, id from users where username = 'Chief'`.execute(db)
  await sql`with m as (insert into mails (kind, subject, html, text) values ('test', ${STORED.subject}, 'x', 'x') returning id)
    insert into mail_deliveries (mail_id, role, name, address, state) select id, 'to', 'A', ${STORED.email}, 'sent' from m`.execute(
    db,
  )
})

const listed = async (path: string, typed: string) => {
  const value = path.includes('f.') ? typed.replaceAll(',', '%2C') : typed
  const { body } = await server.call('GET', `${path}${encodeURIComponent(value)}&per_page=100`, {
    token: token.chief ?? '',
  })
  return (body.data.items ?? body.data) as Record<string, unknown>[]
}

test.each(CASES)('%s finds a %s however it is typed', async (path, field) => {
  const missing: string[] = []
  for (const typed of [STORED[field], ...TYPED[field]])
    if (!JSON.stringify(await listed(path, typed)).includes(STORED[field])) missing.push(typed)
  const hint = 'missing the first, too: the list has no such record; beforeAll stores one for each list'
  expect(missing, hint).toEqual([])
})

test.each(CASES)('%s finds no other %s', async (path, field) => {
  for (const typed of ['0086 138 0013 8001', 'IMO 978 5745', 'CSQU 305438-4', 'CN SHB', '987654321 RT 0002'])
    expect(await listed(path, typed), `${typed} ${field}`).toEqual([])
})

test('values that a list must equal are read as a save reads them', async () => {
  for (const typed of ['CN SHA', 'cn\u200bsha', 'ＣＮＳＨＡ', 'CNSHA'])
    expect(await listed('sailing?portOfLoading=', typed), typed).toHaveLength(1)
  expect(await listed('sailing?portOfLoading=', 'CN SHB')).toEqual([])
})

test('an address of the network is no number with dots', async () => {
  await sql`insert into audit_entries (action, entity, ip)
    values ('x.y', 'ports', '11.0.0.1'), ('x.y', 'ports', '1.10.0.1')`.execute(server.db)
  const items = await listed('admin/audit?f.ip=is:', '1.10.0.1')
  expect(items.map(({ ip }) => ip)).toEqual(['1.10.0.1'])
})
