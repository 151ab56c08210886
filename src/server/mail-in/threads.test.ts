import { beforeEach, expect, test } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { MESSAGES } from './reading/programs.fixture.ts'
import { takeMail } from './take-mail.ts'

const server = testServer()
const NOBODY = { userId: null, impersonatorId: null, ip: '', requestId: '' }

/** How programs name the mails before: the header lines of an answer to a chain of Message-IDs, the oldest first. */
const HABITS: ((chain: readonly string[]) => string[])[] = [
  // Gmail, Thunderbird, Apple Mail
  (chain) => [`In-Reply-To: ${chain.at(-1)}`, `References: ${chain.join(' ')}`],
  // Outlook folds them
  (chain) => [`References: ${chain.join('\r\n\t')}`, `In-Reply-To: ${chain.at(-1)}`],
  // Phones keep the first and the last
  (chain) => [`In-Reply-To: ${chain.at(-1)}`, `References: ${chain[0]} ${chain.at(-1)}`],
  // NetEase and some web mailers write no References
  (chain) => [`In-Reply-To: ${chain.at(-1)}`],
  // Lotus Notes names the last in References only
  (chain) => [`References: ${chain.at(-1)}`],
  // Yahoo and old Outlooks, without brackets or with words
  (chain) => [`In-Reply-To: ${chain.at(-1)?.slice(1, -1)}`, `References: ${chain.join('')}`],
  (chain) => [`In-Reply-To: Your message of Friday ${chain.at(-1)}`],
  // A ticket system names a mail that never came here as well
  (chain) => [`References: ${chain.at(-1)} <ticket.${chain.length}@desk.example>`],
]

const CONVERSATIONS = 8
const EACH = 10

interface Sent {
  conversation: number
  raw: Buffer
}

/** Eighty mails in eight conversations, written by the programs of the fixture, each with its own habit. */
function written(firstOf: (conversation: number) => string): Sent[] {
  return Array.from({ length: CONVERSATIONS * EACH }, (_, n): Sent => {
    const [conversation, place] = [n % CONVERSATIONS, Math.floor(n / CONVERSATIONS)]
    const chain = [
      firstOf(conversation),
      ...Array.from({ length: place }, (__, at) => `<${conversation}.${at}@mail.example>`),
    ]
    const program = MESSAGES[(n * 7) % MESSAGES.length]
    const habit = HABITS[n % HABITS.length]
    if (!program || !habit) throw new Error('No program')
    const [head = '', ...body] = program.raw.toString('latin1').split('\r\n\r\n')
    const others = head
      .split(/\r\n(?![ \t])/)
      .filter((line) => !/^(?:Message-ID|References|In-Reply-To|Date):/i.test(line))
    const lines = [
      ...others,
      `Date: Fri, 20 Nov 2026 ${String(10 + place).padStart(2, '0')}:0${conversation}:00 +0000`,
      `Message-ID: <${conversation}.${place}@mail.example>`,
      ...habit(chain),
    ]
    return { conversation, raw: Buffer.from([lines.join('\r\n'), ...body].join('\r\n\r\n'), 'latin1') }
  })
}

/** A shuffle that is the same for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  return all
    .map((each) => ({ each, key: next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each)
}

beforeEach(async () => {
  await server.pool.query(
    'delete from mail_in; delete from mail_thread_ids; update mails set thread_id = null; delete from mail_threads',
  )
})

async function takeAll(mails: readonly Sent[]): Promise<Map<number, number>> {
  const conversations = new Map<number, number>()
  for (const { raw, conversation } of mails) {
    const { id, duplicate } = await takeMail(server.services, { raw, receivedAt: null, place: null }, NOBODY)
    expect(duplicate).toBe(false)
    conversations.set(id, conversation)
  }
  return conversations
}

/** Conversations by thread: each list has one, if the threads are those that were written. */
async function threadsOf(conversations: ReadonlyMap<number, number>): Promise<number[][]> {
  const { rows } = await server.pool.query<{ ids: number[] }>(
    'select array_agg(id order by id) as ids from mail_in group by thread_id order by thread_id',
  )
  return rows.map(({ ids }) => [...new Set(ids.map((id) => conversations.get(id) ?? -1))])
}

test.each([1, 2, 3, 4])(
  '80 mails of a dozen programs give the same threads in any order of arrival (%i)',
  async (seed) => {
    const mails = written((conversation) => `<first.${conversation}@quayside.example>`)
    const conversations = await takeAll(
      seed === 1 ? mails : seed === 2 ? mails.toReversed() : shuffled(mails, seed * 7_919),
    )
    expect((await threadsOf(conversations)).sort()).toEqual(Array.from({ length: CONVERSATIONS }, (_, n) => [n]))
    const { rows } = await server.pool.query('select count(*)::int as n from mail_threads')
    expect(rows[0].n).toBe(CONVERSATIONS)
  },
)

test('80 mails that answer ours are all of their order, in any order of arrival, though most name only each other', async () => {
  const { id: userId, email } = await createUser(server.db)
  const ours: { order: number; messageId: string }[] = []
  for (let n = 0; n < CONVERSATIONS; n++) {
    const order = await createOrder(server.db, { userId, email })
    const { messageId } = await server.db
      .insertInto('mails')
      .values({ kind: 'event', orderId: order.id, subject: 'x', html: 'x', text: 'x' })
      .returning('messageId')
      .executeTakeFirstOrThrow()
    ours.push({ order: order.id, messageId })
  }
  const mails = written((conversation) => `<${ours[conversation]?.messageId}@quayside.example>`)
  const conversations = await takeAll(shuffled(mails, 104_729))
  const { rows } = await server.pool.query<{ id: number; order: number | null; matched: string | null }>(
    'select id, order_id as order, matched from mail_in',
  )
  const wrong = rows.filter(({ id, order }) => order !== ours[conversations.get(id) ?? -1]?.order)
  expect(wrong).toEqual([])
  expect(new Set(rows.map(({ matched }) => matched))).toEqual(new Set(['reference']))
})
