import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysFromNow, hoursFromNow, startQueue } from '#server/attention/attention.fixture.ts'

const { server, queue, calm, admin, dueIn, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

describe('rules', () => {
  const rule = (code: string, body: unknown, token = admin) =>
    server.call('PUT', `attention-rule/${code}`, { token, body })

  test('are for administrators', async () => {
    expect((await server.call('GET', 'attention-rule')).status).toBe(403)
    expect((await rule('quiet', { active: false }, server.token)).status).toBe(403)
    const { body } = await server.call('GET', 'attention-rule', { token: admin })
    expect(body.data[0]).toMatchObject({ code: 'mail-failed', active: true, severity: 3, parameters: {} })
  })

  test('one that is switched off closes its items; on again brings them back', async () => {
    const { orderId } = await dueIn(1)
    await rule('cargo-cut-off', { active: false })
    expect(await queue.open(orderId)).toEqual([])
    expect(await queue.open((await dueIn(2)).orderId)).toEqual([])
    await rule('cargo-cut-off', { active: true })
    expect(await queue.open(orderId)).toEqual(['cargo-cut-off'])
  })

  test('values take effect at once, settings of the staff too', async () => {
    const afloat = await calm({ lastEventTime: daysFromNow(-10), lastMilestone: 'departed' })
    const soon = await calm({}, { cargoCutOffAt: hoursFromNow(60) })
    const { body } = await rule('quiet', { parameters: { afloatDays: 9 } })
    expect(body.data.parameters).toEqual({ afloatDays: 9 })
    expect(await queue.open(afloat.id)).toEqual(['quiet'])
    const settings = (cutOffHours: number) =>
      server.call('PUT', 'admin/settings', { token: admin, body: { cutOffHours } })
    await settings(72)
    expect(await queue.open(soon.id)).toEqual(['cargo-cut-off'])
    await settings(48)
    expect(await queue.open(soon.id)).toEqual([])
    await rule('quiet', { parameters: { afloatDays: 12 } })
    expect(await queue.open(afloat.id)).toEqual([])
  })

  test('refuse values out of range and values that they do not have, and a stale version', async () => {
    const at = async (code: string, body: unknown) => {
      const reply = await rule(code, body)
      return [reply.status, Object.keys(reply.body.data ?? {})]
    }
    expect(await at('quiet', { parameters: { afloatDays: 91 } })).toEqual([400, ['parameters.afloatDays']])
    expect(await at('quiet', { parameters: { hours: 1 } })).toEqual([400, ['parameters.hours']])
    expect(await at('quiet', { severity: 4 })).toEqual([400, ['severity']])
    expect(await at('quiet', { active: 'yes' })).toEqual([400, ['active']])
    expect((await rule('quiet', { parameters: { afloatDays: 90 } })).status).toBe(200)
    expect(
      (await rule('quiet', { parameters: { afloatDays: 12 }, updatedAt: '2020-01-01T00:00:00.000Z' })).status,
    ).toBe(409)
    expect((await rule('quiet', { parameters: { afloatDays: 12 } })).status).toBe(200)
    expect((await rule('loud', { active: true })).status).toBe(404)
  })

  test('changes are audited', async () => {
    await rule('not-arrived', { severity: 1 })
    await rule('not-arrived', { severity: 2 })
    const { body } = await server.call('GET', 'admin/audit?entity=attentionRules', { token: admin })
    expect(body.data.items[0]).toMatchObject({
      action: 'attention-rule.update',
      changes: [
        { label: 'Rule', after: 'Not arrived' },
        { label: 'Severity', before: '1', after: '2' },
      ],
    })
  })
})
