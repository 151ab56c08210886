import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { claimDue, claimStatement, queueMail, retryDeliveries } from '#server/mail/outbox.ts'
import { mail, openOutbox } from './outbox.fixture.ts'

const { at, db, pool, startInstance, queue, deliveries, settled } = await openOutbox()

afterEach(() => {
  vi.useRealTimers()
})
/** The dispatcher runs without the clock that makes it look once a second. */
const withoutClock = () => vi.useFakeTimers({ toFake: ['setInterval'] })
const states = async (id: number) => (await deliveries(id)).map(({ state }) => state)

test('a dispatcher sends a held mail once it is due, and not before', async () => {
  const held = await db
    .transaction()
    .execute((tx) => queueMail(tx, { ...mail, copies: false }, { configured: true, holdSeconds: 60 }))
  startInstance()
  await settled(await queue({ copies: false }))
  expect(await states(held)).toEqual(['queued'])
  await sql`update mail_deliveries set next_attempt_at = now() where mail_id = ${held}`.execute(db)
  await settled(held)
  expect(at.smtp.mails).toHaveLength(2)
})

test('a dispatcher sends a mail as soon as it was queued on its instance', async () => {
  withoutClock()
  startInstance()
  await settled(await queue())
  expect(at.smtp.mails).toHaveLength(3)
})

test('a dispatcher sends a mail as soon as it was queued again on its instance', async () => {
  withoutClock()
  const id = await queue({ copies: false }, false)
  startInstance()
  await db.transaction().execute(async (tx) => retryDeliveries(tx, [(await deliveries(id))[0]?.id ?? 0]))
  await settled(id)
  expect(at.smtp.mails).toHaveLength(1)
})

test('a dispatcher works off a backlog larger than what it sends at once without waiting for the next second', async () => {
  for (let n = 0; n < 10; n++) await queue()
  withoutClock()
  startInstance()
  for (const { id } of await db.selectFrom('mails').select('id').execute()) await settled(id)
  expect(at.smtp.mails).toHaveLength(30)
})

test('a dispatcher finds what another instance queued within seconds', async () => {
  const elsewhere = createDb(pool)
  startInstance()
  const id = await elsewhere.transaction().execute((tx) => queueMail(tx, mail, { configured: true }))
  await settled(id)
  expect(at.smtp.mails).toHaveLength(3)
})

test('a dispatcher that stops finishes what it has in hand and takes no more', async () => {
  at.smtp.hold(600)
  const ids = [await queue(), await queue()]
  const instance = startInstance()
  await expect.poll(() => at.smtp.attempts.length, { interval: 10 }).toBeGreaterThan(0)
  await instance.stop()
  const left = (await Promise.all(ids.map(states))).flat().toSorted()
  expect(left).toEqual(['queued', 'queued', 'sent', 'sent', 'sent', 'sent'])
  expect(at.smtp.mails).toHaveLength(4)
})

test('a dispatcher finds what is due by its index, however much was sent or waits', async () => {
  const id = await queue({ copies: false })
  await sql`insert into mail_deliveries (mail_id, role, address, state, next_attempt_at)
    select ${id}, 'copy', 'x@y.example', case when n % 2 = 0 then 'sent' else 'queued' end, now() + interval '1 hour'
    from generate_series(1, 5000) n`.execute(db)
  await sql`analyze mail_deliveries`.execute(db)
  const plan = JSON.stringify((await sql`explain (format json) ${claimStatement(4)}`.execute(db)).rows)
  expect(plan).toContain('mail_deliveries_due')
  expect(plan).not.toMatch(/Seq Scan|"Sort"/)
  expect(await claimDue(db, 10)).toHaveLength(1)
})

test('two instances send each delivery of a backlog once', async () => {
  const ids: number[] = []
  for (let i = 0; i < 12; i++) ids.push(await queue())
  at.smtp.hold(20)
  for (const _ of [1, 2]) startInstance()
  for (const id of ids) await settled(id)
  await wait(200)
  expect(at.smtp.mails).toHaveLength(36)
  const keys = at.smtp.mails.map((one) => `${one.mail.messageId} ${one.recipients}`)
  expect(new Set(keys).size).toBe(36)
})
