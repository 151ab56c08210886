import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { ALREADY_ON, CODE_REFUSED, NO_SECOND_FACTOR, SIGN_IN_EXPIRED } from '#contract/accounts/second-factor.ts'
import { createCodeLimits, pauseAt } from '#server/accounts/login-limits.ts'
import { codeAt, codeNow, createWithFactor, inOneStep } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { setPassword } from '#server/accounts/sessions.ts'
import { hashCode, newCode } from '#server/accounts/typed-codes.ts'
import { newToken } from '#server/http/tokens.ts'
import { postFrom } from '#server/test/from-address.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const server = testServer()
afterEach(() => sql`truncate rate_limits`.execute(server.db))

const post = (path: string, body: unknown, token: string | null = null) => server.call('POST', path, { token, body })
const login = (email: string, more: object = {}) =>
  post('login', { login: email, password: md5(PASSWORD), rememberMe: false, ...more })
const challengeOf = async (email: string, more: object = {}): Promise<string> =>
  (await login(email, more)).body.data.challenge
const second = (challenge: string, code: unknown) => post('login/second-factor', { challenge, code })
const check = async (token: string) => (await server.call('GET', 'user/check_token', { token })).status

describe('setting up', () => {
  test('start answers a secret, its address and picture; confirm turns it on and shows ten recovery codes once', async () => {
    const { id, email } = await createUser(server.db, { role: ['ROLE_MANAGER'] })
    const token = await server.tokenFor(id)
    const state = async () => (await server.call('GET', 'user/totp', { token })).body.data
    expect(await state()).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    const { secret, url, qr } = (await post('user/totp/start', undefined, token)).body.data
    expect(url).toContain(secret)
    expect(url).toContain(encodeURIComponent(email))
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/)
    // The factor protects nothing until it is confirmed.
    expect((await login(email)).body.data).toHaveProperty('user_token')
    expect(await state()).toMatchObject({ since: null })
    expect((await post('user/totp/confirm', { code: '000000' }, token)).body.data).toEqual({ code: CODE_REFUSED })
    const { body } = await post('user/totp/confirm', { code: await codeNow(server.db, secret) }, token)
    const { recoveryCodes } = body.data
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await state()).toEqual({ since: expect.any(String), recoveryCodesLeft: 10, required: false })
    for (const path of ['start', 'confirm'])
      expect((await post(`user/totp/${path}`, { code: '123456' }, token)).body).toMatchObject({
        code: 409,
        message: ALREADY_ON,
      })
  })

  test('starting again makes another secret, and the one before confirms nothing', async () => {
    const { id } = await createUser(server.db, { role: ['ROLE_MANAGER'] })
    const token = await server.tokenFor(id)
    const start = async () => (await post('user/totp/start', undefined, token)).body.data.secret
    const [first, last] = [await start(), await start()]
    const confirm = async (secret: string) =>
      (await post('user/totp/confirm', { code: await codeNow(server.db, secret) }, token)).status
    expect([await confirm(first), await confirm(last)]).toEqual([400, 200])
  })

  test('neither secret nor codes are in any answer, the audit trail or the log afterwards; recovery codes are hashes', async () => {
    const { id, secret, token, recoveryCodes, email } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    const answers = [
      await second(challenge, recoveryCodes[0]),
      await post('user/step-up', { code: recoveryCodes[1] }, token),
      ...(await Promise.all(
        [
          'user/totp',
          'user/personal/get',
          'user/sessions',
          `user/${id}`,
          `admin/audit?entity=users&entity_id=${id}`,
        ].map((path) => server.call('GET', path, { token })),
      )),
    ]
    for (const { status } of answers) expect(status).toBe(200)
    const trail = JSON.stringify([answers, await trailOf(server.db, 'users', id)])
    const { rows } = await sql`select r::text from recovery_codes r where user_id = ${id}`.execute(server.db)
    expect(rows).toHaveLength(10)
    for (const code of [secret, ...recoveryCodes, challenge]) {
      expect(trail).not.toContain(code)
      expect(JSON.stringify(rows)).not.toContain(code)
    }
    const { rows: challenges } = await sql`select c::text from login_challenges c`.execute(server.db)
    expect(JSON.stringify(challenges)).not.toContain(challenge)
    expect((await trailOf(server.db, 'users', id)).map(({ action, after }) => [action, after])).toEqual([
      ['user.second-factor-start', null],
      ['user.second-factor-on', null],
      ['session.login', { by: 'recovery-code' }],
      ['session.step-up', { by: 'recovery-code' }],
    ])
  })

  test('it is removed with a code, and without one stays', async () => {
    const { email, token, secret, recoveryCodes } = await createWithFactor(server)
    const remove = (code: string) => server.call('DELETE', 'user/totp', { token, body: { code } })
    expect((await remove('000000')).body.data).toEqual({ code: CODE_REFUSED })
    const challenge = await challengeOf(email)
    expect((await remove(await codeNow(server.db, secret))).status).toBe(200)
    expect((await login(email)).body.data).toHaveProperty('user_token')
    expect((await second(challenge, recoveryCodes[0])).body.data).toEqual({ challenge: SIGN_IN_EXPIRED })
    for (const call of [remove('123456'), post('user/step-up', { code: '123456' }, token)])
      expect((await call).body).toMatchObject({ code: 409, message: NO_SECOND_FACTOR })
  })

  test('new recovery codes end the old ones', async () => {
    const { email, token, secret, recoveryCodes } = await createWithFactor(server)
    const renewed = await post('user/totp/recovery-codes', { code: await codeNow(server.db, secret) }, token)
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect((await second(await challengeOf(email), recoveryCodes[0])).status).toBe(400)
    expect((await second(await challengeOf(email), renewed.body.data.recoveryCodes[9])).status).toBe(200)
  })
})

describe('logging in', () => {
  test('the password answers what is needed next and no token; the code then answers what login answers', async () => {
    const { id, email, secret } = await createWithFactor(server)
    const first = await login(email)
    expect(first).toMatchObject({ status: 200, body: { message: 'OK' } })
    expect(first.body.data).toEqual({ step: 'second-factor', challenge: expect.stringMatching(/^[\w-]{43}$/) })
    const { body } = await second(first.body.data.challenge, await codeNow(server.db, secret))
    expect(body.data).toMatchObject({ id, email, role: ['ROLE_ADMIN'], eternal_token: null })
    expect(await check(body.data.user_token)).toBe(200)
    const plain = (await login((await createUser(server.db, { role: ['ROLE_ADMIN'] })).email)).body.data
    expect(Object.keys(body.data).sort()).toEqual(Object.keys(plain).sort())
  })

  test('Remember me carries through', async () => {
    const { email, recoveryCodes } = await createWithFactor(server)
    const { user_token, eternal_token } = (
      await second(await challengeOf(email, { rememberMe: true }), recoveryCodes[0])
    ).body.data
    expect(eternal_token).toBe(user_token)
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - created_at) / 86400)::int as days from sessions order by id desc limit 1`.execute(
      server.db,
    )
    expect(rows).toEqual([{ days: 30 }])
  })

  test('a wrong password answers as before, with a second factor or without', async () => {
    const { email } = await createWithFactor(server)
    const { email: other } = await createUser(server.db, { role: ['ROLE_ADMIN'] })
    const wrong = (of: string) => login(of, { password: md5('wrong-password') })
    const [one, two] = [await wrong(email), await wrong(other)]
    expect(one).toMatchObject({ status: 400, body: { message: 'Wrong email or password.' } })
    expect(one.body).toEqual(two.body)
  })

  test('a client logs in as specified, even if it had a factor', async () => {
    const { id, email } = await createWithFactor(server)
    await server.db
      .updateTable('users')
      .set({ role: ['ROLE_USER'] })
      .where('id', '=', id)
      .execute()
    expect((await login(email)).body.data).toHaveProperty('user_token')
  })

  test.each([
    [-1, 200],
    [0, 200],
    [1, 400],
    [-2, 400],
    [2, 400],
  ])('the code of %d steps from now answers %d', async (steps, status) => {
    const answered = await inOneStep(server.db, async (step) => {
      const { email, secret } = await createWithFactor(server)
      return (await second(await challengeOf(email), codeAt(secret, step + steps))).status
    })
    expect(answered).toBe(status)
  })

  test('a code works once, and none of an earlier step works after it', async () => {
    const statuses = await inOneStep(server.db, async (step) => {
      const { email, secret } = await createWithFactor(server)
      const use = async (steps: number) => (await second(await challengeOf(email), codeAt(secret, step + steps))).status
      return [await use(-1), await use(-1), await use(0), await use(0), await use(-1)]
    })
    expect(statuses).toEqual([200, 400, 200, 400, 400])
  })

  test('the code that confirmed the set-up does not log in', async () => {
    const status = await inOneStep(server.db, async (step) => {
      const { id, email, secret } = await createWithFactor(server)
      await server.db.updateTable('totpFactors').set({ lastStep: step }).where('userId', '=', id).execute()
      return (await second(await challengeOf(email), codeAt(secret, step))).status
    })
    expect(status).toBe(400)
  })

  test('of two logins with the same code at once, exactly one wins; and so with a recovery code, or a challenge', async () => {
    const { id, email, secret, recoveryCodes } = await createWithFactor(server)
    const both = async (codes: [string, string], challenges: [string, string]) =>
      (await Promise.all(codes.map((code, index) => second(challenges[index] ?? '', code)))).map(({ status }) => status)
    const two = async (): Promise<[string, string]> => [await challengeOf(email), await challengeOf(email)]
    const code = await codeNow(server.db, secret)
    expect((await both([code, code], await two())).sort()).toEqual([200, 400])
    const [one = '', other = '', third = ''] = recoveryCodes
    expect((await both([one, one], await two())).sort()).toEqual([200, 400])
    const challenge = await challengeOf(email)
    expect((await both([other, third], [challenge, challenge])).sort()).toEqual([200, 400])
    // The code of the refused login was not used up.
    const used = await server.db.selectFrom('recoveryCodes').select('usedAt').where('userId', '=', id).execute()
    expect(used.filter(({ usedAt }) => usedAt !== null)).toHaveLength(2)
  })

  test('a recovery code works once, however it is typed', async () => {
    const { email, recoveryCodes } = await createWithFactor(server)
    const [one = '', other = ''] = recoveryCodes
    const typed = one.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await second(await challengeOf(email), typed)).status).toBe(200)
    expect((await second(await challengeOf(email), one)).body.data).toEqual({ code: CODE_REFUSED })
    expect((await second(await challengeOf(email), other)).status).toBe(200)
  })

  test('nobody’s codes work for another account', async () => {
    const [one, other] = [await createWithFactor(server), await createWithFactor(server)]
    for (const code of [await codeNow(server.db, one.secret), one.recoveryCodes[0]])
      expect((await second(await challengeOf(other.email), code)).body.data).toEqual({ code: CODE_REFUSED })
  })

  test('a challenge is used up by a login, and not by a wrong code', async () => {
    const { email, recoveryCodes } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    expect((await second(challenge, '000000')).body.data).toEqual({ code: CODE_REFUSED })
    expect((await second(challenge, recoveryCodes[0])).status).toBe(200)
    const again = await second(challenge, recoveryCodes[1])
    expect(again).toMatchObject({ status: 400, body: { message: SIGN_IN_EXPIRED } })
    expect(again.body.data).toEqual({ challenge: SIGN_IN_EXPIRED })
  })

  test('a challenge works for five minutes', async () => {
    const { id, email, recoveryCodes } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - created_at)::float8 / 60 as minutes from login_challenges where user_id = ${id}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ minutes: 5 }])
    const age = (by: string) =>
      sql`update login_challenges set expires_at = now() + ${by}::interval where user_id = ${id}`.execute(server.db)
    await age('0')
    expect((await second(challenge, recoveryCodes[0])).body.data).toEqual({ challenge: SIGN_IN_EXPIRED })
    await age('5 seconds')
    expect((await second(challenge, recoveryCodes[0])).status).toBe(200)
  })

  test.each(['the password changes', 'the account is disabled', 'the account is deleted', 'the factor is removed'])(
    'a challenge ends when %s',
    async (change) => {
      const { id, email, token, recoveryCodes, passwordHash } = await createWithFactor(server)
      const challenge = await challengeOf(email)
      const set = (values: object) => server.db.updateTable('users').set(values).where('id', '=', id).execute()
      if (change === 'the password changes')
        await server.db.transaction().execute((tx) => setPassword(tx, id, passwordHash))
      if (change === 'the account is disabled') await set({ disabledAt: new Date() })
      if (change === 'the account is deleted') await set({ deletedAt: new Date() })
      if (change === 'the factor is removed')
        await server.call('DELETE', 'user/totp', { token, body: { code: recoveryCodes[9] } })
      expect((await second(challenge, recoveryCodes[0])).body.data).toEqual({ challenge: SIGN_IN_EXPIRED })
      expect(
        (
          await sql`select 1 from sessions where user_id = ${id} and stepped_up_at > now() - interval '1 minute'
        and id > (select min(id) from sessions where user_id = ${id})`.execute(server.db)
        ).rows,
      ).toEqual([])
    },
  )

  test('a password that is changed while the code is checked starts no session', async () => {
    const { id, email, passwordHash, recoveryCodes } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    const held = await server.pool.connect()
    await held.query('begin')
    await held.query('select 1 from users where id = $1 for update', [id])
    const finishing = second(challenge, recoveryCodes[0])
    const waiting = async () =>
      (
        await server.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await held.query('update users set password_hash = $2 where id = $1', [id, passwordHash.replace('p=1$', 'p=1$x')])
    await held.query('delete from login_challenges where user_id = $1', [id])
    await held.query('delete from sessions where user_id = $1', [id])
    await held.query('commit')
    held.release()
    expect((await finishing).body.data).toEqual({ challenge: SIGN_IN_EXPIRED })
    expect((await sql`select 1 from sessions where user_id = ${id}`.execute(server.db)).rows).toEqual([])
  })
})

describe('guessing codes', () => {
  const codeFrom = async (address: string, challenge: string, code: string) =>
    (await postFrom(address, `${server.url}/api/login/second-factor`, { challenge, code })).status

  test('twenty wrong codes in an hour close an address for the account, even for the right code; elsewhere the owner gets in', async () => {
    const { email, secret } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    const tries = []
    for (let n = 0; n < 20; n++) tries.push((await second(challenge, '000000')).status)
    expect(new Set(tries)).toEqual(new Set([400]))
    const refused = await second(challenge, await codeNow(server.db, secret))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15 * 60)
    expect(await codeFrom('127.0.0.9', challenge, await codeNow(server.db, secret))).toBe(200)
  })

  test('wrong codes from many addresses make the account slow, and close none that sent no wrong code', async () => {
    const { email, secret } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => codeFrom(`127.0.1.${1 + (n % 10)}`, challenge, '000000')),
    )
    expect(new Set(tries)).toEqual(new Set([400]))
    await sql`update rate_limits set points = 24 where key like 'code-everywhere%'`.execute(server.db)
    const began = Date.now()
    expect(await codeFrom('127.0.1.50', challenge, await codeNow(server.db, secret))).toBe(200)
    expect(Date.now() - began).toBeGreaterThan(pauseAt(25) - 10)
  })

  test('after two hundred wrong codes from everywhere each address has three more, and the owner elsewhere gets in', async () => {
    const { email, secret } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    expect(await codeFrom('127.0.1.1', challenge, '000000')).toBe(400)
    await sql`update rate_limits set points = 200 where key like 'code-everywhere%'`.execute(server.db)
    const tries = await Promise.all(Array.from({ length: 5 }, () => codeFrom('127.0.1.1', challenge, '000000')))
    expect(tries.toSorted()).toEqual([400, 400, 400, 429, 429])
    expect(await codeFrom('127.0.1.2', challenge, await codeNow(server.db, secret))).toBe(200)
  })

  test('a recovery code works where guessing is closed, for every call that takes one', async () => {
    const { email, token, recoveryCodes } = await createWithFactor(server)
    const challenge = await challengeOf(email)
    for (let n = 0; n < 21; n++) await second(challenge, '000000')
    await sql`update rate_limits set points = 1000 where key like 'login-address%' or key like 'code-everywhere%'`.execute(
      server.db,
    )
    expect((await second(challenge, 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF')).status).toBe(429)
    expect((await second(challenge, recoveryCodes[0])).status).toBe(200)
    expect((await post('user/step-up', { code: recoveryCodes[1] }, token)).status).toBe(200)
    // The code is used up now.
    expect((await post('user/step-up', { code: recoveryCodes[1] }, token)).status).toBe(429)
    const renewed = await post('user/totp/recovery-codes', { code: recoveryCodes[2] }, token)
    expect(renewed.status).toBe(200)
    const last = { token, body: { code: renewed.body.data.recoveryCodes[0] } }
    expect((await server.call('DELETE', 'user/totp', last)).status).toBe(200)
  })

  test('a recovery code of an older version, with 16 signs, works until it is used', async () => {
    const { id, email } = await createWithFactor(server)
    const old = newCode(4)
    await server.db
      .updateTable('recoveryCodes')
      .set({ codeHash: hashCode(old) })
      .where('userId', '=', id)
      .where('codeHash', '=', (eb) =>
        eb.selectFrom('recoveryCodes').select('codeHash').where('userId', '=', id).limit(1),
      )
      .execute()
    expect((await second(await challengeOf(email), old)).status).toBe(200)
    expect((await second(await challengeOf(email), old)).status).toBe(400)
  })

  test('wrong codes are not wrong passwords: whoever tries codes closes no login', async () => {
    const { id, email, secret } = await createWithFactor(server)
    for (let n = 0; n < 12; n++) await second(await challengeOf(email), '000000')
    expect((await login(email)).status).toBe(200)
    expect((await second(await challengeOf(email), await codeNow(server.db, secret))).status).toBe(200)
    // The right code reset the count of wrong ones.
    for (let n = 0; n < 20; n++) expect((await second(await challengeOf(email), '000000')).status).toBe(400)
    const failed = (await trailOf(server.db, 'users', id)).filter(({ action }) => action === 'session.code-failed')
    expect(failed).toHaveLength(32)
  })

  test('setting up is limited in the same way, and an IPv6 network counts as one address', async () => {
    const { id } = await createUser(server.db, { role: ['ROLE_MANAGER'] })
    const token = await server.tokenFor(id)
    const { secret } = (await post('user/totp/start', undefined, token)).body.data
    for (let n = 0; n < 20; n++) expect((await post('user/totp/confirm', { code: '000000' }, token)).status).toBe(400)
    expect((await post('user/totp/confirm', { code: await codeNow(server.db, secret) }, token)).status).toBe(429)
    await sql`truncate rate_limits`.execute(server.db)
    const limits = createCodeLimits(server.pool)
    const from = (ip: string) => limits.take({ login: '', userId: id, ip })
    for (let n = 0; n < 20; n++) await from(`2001:db8::${n}`)
    await expect(from('2001:db8::ffff:1')).rejects.toMatchObject({ status: 429 })
    await from('2001:db8:0:1::1')
  })

  test('unknown challenges are counted by address', async () => {
    expect((await second(newToken(), '123456')).status).toBe(400)
    await sql`update rate_limits set points = 100 where key like 'login-address%'`.execute(server.db)
    expect((await second(newToken(), '123456')).status).toBe(429)
  })

  test('a session that tries codes is limited the same way', async () => {
    const { token, secret } = await createWithFactor(server)
    for (let n = 0; n < 20; n++) expect((await post('user/step-up', { code: '000000' }, token)).status).toBe(400)
    expect((await post('user/step-up', { code: await codeNow(server.db, secret) }, token)).status).toBe(429)
  })
})

test('odd codes are 400 at their field, wherever codes are taken', async () => {
  const { token, email } = await createWithFactor(server)
  const challenge = await challengeOf(email)
  const odd = [
    null,
    123456,
    true,
    [],
    {},
    ['123456'],
    '',
    ' ',
    '\u0000',
    '\ud800',
    '１２３４５６',
    "'; drop table users; --",
  ]
  for (const code of [...odd, 'x'.repeat(50), 'x'.repeat(51), '9'.repeat(15_000)]) {
    await sql`truncate rate_limits`.execute(server.db)
    for (const answer of [
      await second(challenge, code),
      await post('user/step-up', { code }, token),
      await server.call('DELETE', 'user/totp', { token, body: { code } }),
    ]) {
      expect(answer.status, JSON.stringify(code)?.slice(0, 80)).toBe(400)
      expect(Object.keys(answer.body.data)).toEqual(['code'])
    }
  }
  for (const odd of [null, 5, '', 'x', "' or 1=1", 'A'.repeat(43), 'A'.repeat(101)])
    expect(Object.keys((await post('login/second-factor', { challenge: odd, code: '123456' })).body.data)).toEqual([
      'challenge',
    ])
  expect((await post('login/second-factor', undefined)).status).toBe(400)
})

test('a code may be typed with a space', async () => {
  const { email, secret } = await createWithFactor(server)
  const code = await codeNow(server.db, secret)
  expect((await second(await challengeOf(email), ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
})
