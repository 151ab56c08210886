import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'
import { searchAs } from './search.fixture.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>
const YEAR = new Date().getUTCFullYear()

/** Stores an offer, and answers its id. */
const newOffer = async (values: {
  reference: string
  name: string
  company?: string
  email?: string
  state?: 'sent' | 'accepted'
}) => {
  const { id } = await server.db
    .insertInto('offers')
    .values({ ownerId: server.staff.id, validUntil: new Date(Date.now() - 1000).toISOString(), ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  a = await searchAs(server)
})

test('an offer is found by its reference in any form, and by the beginning of one', async () => {
  const reference = `Q-${YEAR}-8101`
  const id = await newOffer({ reference, name: 'Rhea Rook', company: 'Rook & Co', state: 'sent' })
  for (const typed of [reference, `q ${YEAR} 8101`, `ｑ${YEAR}８１０１`, `Re: our offer ${reference}, please`])
    expect(await a.found(typed, 'offers')).toMatchObject([
      {
        id,
        kind: 'offer',
        title: reference,
        detail: 'Rhea Rook · Rook & Co · Expired',
        matched: 'Reference',
        exact: true,
      },
    ])
  expect(await a.found(`q-${YEAR}-810`, 'offers')).toMatchObject([{ id, matched: 'Reference', exact: false }])
})

test('an offer is found by the last four digits of its reference', async () => {
  const id = await newOffer({ reference: `Q-${YEAR}-8155`, name: 'Ines' })
  expect(await a.found('8155', 'offers')).toMatchObject([{ id, matched: 'Last four digits', exact: false }])
  expect(await a.found('155', 'offers')).toEqual([])
})

test('offers are found by whom they address, client or not, the newest first', async () => {
  const named = { name: 'Zoë Quillfeather', company: 'Quillfeather Zinc', email: 'zoe@quill.test' }
  const first = await newOffer({ reference: `Q-${YEAR}-8201`, ...named })
  const second = await newOffer({ reference: `Q-${YEAR}-8202`, ...named, state: 'accepted' })
  for (const [typed, matched] of [
    ['zoe quill', 'Name'],
    ['zinc', 'Company'],
    ['Zoe <zoe@quill.test>', 'Email'],
    ['zoe@quill', 'Email'],
  ] as const)
    expect(await a.found(typed, 'offers')).toMatchObject([
      { id: second, matched, exact: false },
      { id: first, matched },
    ])
  expect(await a.ids('zi', 'offers')).toEqual([])
})

test('a changed name is found at once, and a deleted draft no more', async () => {
  const id = await newOffer({ reference: `Q-${YEAR}-8301`, name: 'Before Wimple' })
  await sql`update offers set name = 'After Wimple' where id = ${id}`.execute(server.db)
  expect(await a.ids('after wimple', 'offers')).toEqual([id])
  expect(await a.ids('before wimple', 'offers')).toEqual([])
  await sql`delete from offers where id = ${id}`.execute(server.db)
  expect(await a.ids('wimple', 'offers')).toEqual([])
})

test('a name that only old offers have is found behind thousands of newer ones, and a common one is cut', async () => {
  const old = await newOffer({ reference: `Q-${YEAR}-8401`, name: 'Oldest Umbrella' })
  await sql`insert into offers (reference, name, owner_id)
    select 'Q-1999-' || lpad(n::text, 6, '0'), 'Ordinary Person', ${server.staff.id} from generate_series(1, 2500) n`.execute(
    server.db,
  )
  expect(await a.ids('umbrella', 'offers')).toEqual([old])
  const { groups } = await a.search('ordinary')
  expect(groups.offers.items).toHaveLength(8)
  expect(groups.offers.more).toBe(true)
  expect(groups.offers.items[0]?.title).toBe('Q-1999-002500')
})

test('an offer that was opened is among the recent ones, until it is gone', async () => {
  const id = await newOffer({ reference: `Q-${YEAR}-8501`, name: 'Rita', company: 'Recent Ltd' })
  const opened = await server.call('POST', 'recents', { body: { entity: 'offers', id } })
  expect(opened.body.data[0]).toMatchObject({
    entity: 'offers',
    id,
    title: `Q-${YEAR}-8501`,
    detail: 'Rita · Recent Ltd',
  })
  await sql`delete from offers where id = ${id}`.execute(server.db)
  expect((await server.call('GET', 'recents')).body.data).toEqual([])
})
