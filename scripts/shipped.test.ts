import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/project.mjs'
import { idOf, shippedPackages } from './lib/shipped.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const shipped = shippedPackages(root)
const ids = [...new Set(shipped.map(idOf))]
const AGAIN = 'run: npm run sbom'

interface Component {
  'bom-ref': string
  name: string
  version: string
  hashes?: { alg: string; content: string }[]
}
const bom = () => JSON.parse(read('docs/sbom.json')) as { components: Component[]; serialNumber?: string } // a file of ours

test('what is shipped includes the server’s packages and those of the web app, and no tools', () => {
  const names = new Set(shipped.map(({ name }) => name))
  for (const name of ['fastify', 'sharp', 'pino', 'react', 'react-dom', '@mantine/core', 'scheduler', 'hugerte'])
    expect(names, name).toContain(name)
  for (const name of ['vitest', '@playwright/test', 'typescript', 'knip']) expect(names, name).not.toContain(name)
})

test('the bill of materials is that of the lock file', () => {
  const { components } = bom()
  expect(
    components.map((each) => each['bom-ref']),
    AGAIN,
  ).toEqual(ids)
  for (const each of components) expect(each['bom-ref']).toBe(`${each.name}@${each.version}`)
  const integrity = new Map(shipped.map((each) => [idOf(each), each.integrity]))
  const hex = (ref: string) => Buffer.from((integrity.get(ref) ?? '').replace(/^sha512-/, ''), 'base64').toString('hex')
  const wrong = components.filter(({ 'bom-ref': ref, hashes = [] }) =>
    hashes.some(({ content }) => content !== hex(ref)),
  )
  expect(wrong, AGAIN).toEqual([])
})

test('it has nothing of the machine, the time or the registry that it was made with', () => {
  expect(bom()).not.toHaveProperty('serialNumber')
  expect(read('docs/sbom.json')).not.toMatch(/timestamp|externalReferences|file:|\/home\/|\/root\//)
  expect([...read('docs/sbom.json').matchAll(/https?:\/\/[^"/]+/g)].map(([host]) => host)).toEqual([
    'http://cyclonedx.org',
  ])
})

test('every package that is shipped has its licence in the list', () => {
  const text = read('docs/licences.txt')
  expect(
    ids.filter((id) => !new RegExp(`^${id.replaceAll(/[.*+?^$()|[\]\\/]/g, '\\$&')} {2}\\S`, 'm').test(text)),
    AGAIN,
  ).toEqual([])
})

/** Licences under which the product may be passed on as it is. */
const FREE =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense|Zlib|LGPL-3\.0-or-later|MPL-2\.0)$/
test('every licence is one under which the product may be passed on', () => {
  const parts = (license: string) => license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  const other = shipped.filter(({ license }) => license !== '' && !parts(license).some((part) => FREE.test(part)))
  expect(other.map((each) => `${idOf(each)}: ${each.license}`)).toEqual([])
})

test('every thread is built beside the server, which starts it by its file', () => {
  const config = read('vite.server.config.ts')
  const threads = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('-thread.ts'),
  )
  expect(threads.length).toBeGreaterThan(10)
  expect(threads.filter((file) => !config.includes(`'src/server/${file}'`))).toEqual([])
})
