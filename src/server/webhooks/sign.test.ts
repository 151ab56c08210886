import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { PAUSES, pauseAfter } from './deliver.ts'
import { secondsOf } from './post.ts'
import { signedHeaders } from './sign.ts'

// The published vector of Standard Webhooks (libraries' own tests).
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('signs the published vector as published', () => {
  expect(signedHeaders(VECTOR, [VECTOR.secret])).toEqual({
    'webhook-id': VECTOR.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': VECTOR.signature,
  })
})

test('signs as the verifier of others expects it, with each of two secrets; an altered or old message is refused', () => {
  const timestamp = Math.floor(Date.now() / 1_000)
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const message = { id: 'msg_1', timestamp, body: '{"type":"order.created"}' }
  const headers = signedHeaders(message, [VECTOR.secret, other])
  for (const secret of [VECTOR.secret, other])
    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ type: 'order.created' })
  const verify = (body: string, sent: Record<string, string>) => () => new Webhook(VECTOR.secret).verify(body, sent)
  expect(verify('{"type":"order.status"}', headers)).toThrow(WebhookVerificationError)
  expect(verify(message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(WebhookVerificationError)
  const old = signedHeaders({ ...message, timestamp: timestamp - 301 }, [VECTOR.secret])
  expect(verify(message.body, old)).toThrow('Message timestamp too old')
  expect(verify(message.body, { ...old, 'webhook-timestamp': String(timestamp) })).toThrow(WebhookVerificationError)
})

test('retries come later and later, by up to a fifth more, and no sooner than the receiver asks', () => {
  expect(PAUSES).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
  for (const [index, pause] of PAUSES.entries()) {
    expect(pauseAfter(index + 1, null, 0)).toBe(pause)
    expect(pauseAfter(index + 1, null, 1)).toBeCloseTo(pause * 1.2)
  }
  expect(pauseAfter(PAUSES.length + 1, 5)).toBeNull()
  expect(pauseAfter(1, 60, 0)).toBe(60)
  expect(pauseAfter(2, 60, 0)).toBe(300)
  expect(pauseAfter(1, 10_000_000, 0)).toBe(86_400)
})

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-11-20T09:05:00Z')
  expect(secondsOf('120', now)).toBe(120)
  expect(secondsOf('Fri, 20 Nov 2026 09:06:00 GMT', now)).toBe(60)
  expect(secondsOf('Fri, 20 Nov 2026 09:04:00 GMT', now)).toBe(0)
  for (const other of [undefined, '', 'soon', '-1.5x']) expect(secondsOf(other, now)).toBeNull()
})
