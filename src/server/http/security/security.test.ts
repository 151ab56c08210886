import fastify from 'fastify'
import { expect, test } from 'vitest'
import { secureHeaders } from './security.ts'

test('every reply carries the security headers, unknown addresses included', async () => {
  const app = fastify()
  secureHeaders(app)
  app.get('/there', () => 'text')
  const own = ['connection', 'content-length', 'content-type', 'date']
  for (const [url, status] of [
    ['/there', 200],
    ['/missing', 404],
  ] as const) {
    const { headers, statusCode } = await app.inject(url)
    expect(statusCode).toBe(status)
    expect(Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))).toEqual({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
  }
})
