import { describe, expect, test } from 'vitest'
import { addressOf, isLinkLocal, isPublic, Refused } from './addresses.ts'

test.each([
  ...['0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12::1',
  ],
  ...['fe80::1', 'fe80::1%eth0', 'ff02::1', '2001::1', '2002:a00:1::', '2001:db8::1', '::7f00:1', 'localhost', ''],
])('%s is not an address of the internet', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is one', (address) => {
  expect(isPublic(address)).toBe(true)
})

test.each([
  ...['169.254.0.0', '169.254.169.254', '169.254.255.255', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::a9fe:a9fe'],
  ...['64:ff9b::169.254.169.254', '2002:a9fe:a9fe::1', 'fe80::1', 'fe80::1%eth0', 'febf:ffff::1', 'fd00:ec2::254'],
])('%s is link-local', (address) => {
  expect(isLinkLocal(address)).toBe(true)
})

test.each([
  '169.253.255.255',
  '169.255.0.0',
  '127.0.0.1',
  '10.0.0.1',
  '::1',
  '::ffff:10.0.0.1',
  'fec0::1',
  'fd00::1',
  '',
])('%j is not link-local', (address) => {
  expect(isLinkLocal(address)).toBe(false)
})

describe('the address of a webhook', () => {
  const named = (...addresses: string[]) => ({
    allowPrivate: false,
    hosts: null,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })

  test('is the first of its name, if all of them are public', async () => {
    expect(await addressOf('https://shop.example/hooks', named('93.184.216.34', '2606:4700::1111'))).toEqual({
      address: '93.184.216.34',
      family: 4,
    })
    await expect(addressOf('https://shop.example', named('93.184.216.34', '10.0.0.1'))).rejects.toThrow(Refused)
    await expect(addressOf('https://shop.example', named())).rejects.toThrow('has no address')
  })

  test.each([
    ...[
      'https://127.0.0.1/',
      'https://localhost.:8443/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
    ],
    ...[
      'https://[::1]/',
      'https://[::ffff:169.254.169.254]/',
      'https://10.1/',
      'https://[fe80::1]/',
      'https://①②⑦.0.0.1/',
    ],
  ])('is refused for %s', async (url) => {
    await expect(addressOf(url, named('127.0.0.1'))).rejects.toThrow('private network')
  })

  test('needs https, unless private addresses are allowed', async () => {
    await expect(addressOf('http://shop.example', named('93.184.216.34'))).rejects.toThrow('Webhooks need https')
    expect(await addressOf('http://127.0.0.1:4000', { allowPrivate: true, hosts: null })).toEqual({
      address: '127.0.0.1',
      family: 4,
    })
    await expect(addressOf('nothing', { allowPrivate: true, hosts: null })).rejects.toThrow(Refused)
  })

  test('is never link-local, by its name neither, even where private addresses are allowed', async () => {
    const NEVER = 'Webhooks never go to link-local addresses'
    const own = (...addresses: string[]) => ({ ...named(...addresses), allowPrivate: true })
    for (const host of ['169.254.169.254', '2852039166', '[fe80::1]', '[::ffff:169.254.169.254]', '169.254.43518'])
      await expect(addressOf(`http://${host}/`, own('127.0.0.1')), host).rejects.toThrow(NEVER)
    await expect(addressOf('http://shop.example', own('10.0.0.1', '169.254.169.254'))).rejects.toThrow(NEVER)
    await expect(addressOf('http://shop.example', own('fe80::1%eth0'))).rejects.toThrow(Refused)
    expect(await addressOf('http://shop.example', own('10.0.0.1'))).toEqual({ address: '10.0.0.1', family: 4 })
  })
})
