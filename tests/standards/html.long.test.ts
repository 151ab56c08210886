import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '#server/test/server.ts'
import { openPages } from './pages.ts'

vi.setConfig({ testTimeout: 300_000 })

/** The W3C's checker, which is the file vnu.jar of the package vnu-jar and needs Java. */
const jar = process.env.VNU_JAR ?? ''
const missing = jar === '' || spawnSync('java', ['-version']).status !== 0

interface Message {
  url: string
  type: string
  message: string
  extract?: string
}

test.skipIf(missing)('the W3C’s checker finds no error and warns of nothing on any page below /site/', async () => {
  const server = await startTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'quayside-pages-'))
  try {
    const pages = await openPages(server)
    for (const [at, { html }] of pages.entries()) await writeFile(join(folder, `${at}.html`), html)
    const check = spawnSync('java', ['-jar', jar, '--format', 'json', '--stdout', folder], { maxBuffer: 50_000_000 })
    const { messages } = JSON.parse(check.stdout.toString('utf8')) as { messages: Message[] }
    const nameOf = (url: string) => pages[Number(/(\d+)\.html$/.exec(url)?.[1])]?.name
    expect(messages.map(({ url, type, message, extract }) => [nameOf(url), type, message, extract])).toEqual([])
    process.stdout.write(`${pages.length} pages checked\n`)
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
