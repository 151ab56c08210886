import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { refusedDestination } from './destinations.ts'

const refused = (url: string, WEBHOOK_HOSTS?: string) =>
  refusedDestination(new URL(url), readConfig({ WEBHOOK_HOSTS }).webhookHosts)

test.each([80, 443, 1024, 3000, 4000, 8000, 8080, 8443, 9000, 32_768, 65_535])('webhooks go to port %d', (port) => {
  expect(refused(`https://shop.example:${port}/`)).toBeNull()
  expect(refused(`http://shop.example:${port}/`)).toBeNull()
})

test.each([
  ...[1, 21, 22, 23, 25, 53, 79, 81, 110, 143, 389, 442, 444, 445, 465, 587, 636, 993, 1023],
  ...[1433, 1521, 2525, 3306, 5432, 5984, 6379, 6380, 6432, 8086, 9042, 9200, 9300, 11_210, 11_211, 26_379, 27_017],
  ...[2375, 2379, 6000, 6443, 10_250, 33_060],
])('they do not go to port %d', (port) => {
  expect(refused(`https://shop.example:${port}/`)).toMatch(/^Webhooks go to port 80, 443 or one from 1024 on/)
})

const LIST = 'shop.example, *.partner.example, Mixed.Example, old.example:2525, [2606:4700::1111]:8443'
test.each([
  ...['https://shop.example/', 'https://SHOP.example./x', 'https://shop.example:8443', 'http://shop.example'],
  ...['https://a.partner.example', 'https://a.b.partner.example:4443', 'https://mixed.example'],
  ...['https://old.example:2525/', 'https://[2606:4700::1111]:8443/'],
])('with a list, %s is on it', (url) => {
  expect(refused(url, LIST)).toBeNull()
})

test.each([
  ...[
    'https://partner.example',
    'https://evilpartner.example',
    'https://shop.example.evil.example',
    'https://x.example',
  ],
  ...['https://a.shop.example', 'https://old.example', 'https://old.example:2526', 'https://[2606:4700::1111]/'],
  ...['https://93.184.216.34', 'https://shop.example@evil.example/'],
])('with a list, %s is not', (url) => {
  expect(refused(url, LIST)).toBe('This host is not among those that webhooks may go to')
})

test('a listed host without a port has the usual ones', () => {
  expect(refused('https://shop.example:5432', LIST)).toMatch(/^Webhooks go to port/)
  expect(refused('https://a.partner.example:22', LIST)).toMatch(/^Webhooks go to port/)
})

test.each(['shop.example/hooks', 'https://shop.example', 'a,,b', '*', '*.', 'shop.example:', 'shop .example', 'a:1:2'])(
  'WEBHOOK_HOSTS=%s is refused by name',
  (WEBHOOK_HOSTS) => {
    expect(() => readConfig({ WEBHOOK_HOSTS })).toThrow('WEBHOOK_HOSTS must be hosts like shop.example')
  },
)
