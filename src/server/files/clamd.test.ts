import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EICAR, startClamd } from '#server/test/clamd.ts'
import { pingScanner, ScannerAway, scanFile } from './clamd.ts'

let clamd: Awaited<ReturnType<typeof startClamd>>
let folder: string
beforeAll(async () => {
  clamd = await startClamd()
  folder = await mkdtemp(join(tmpdir(), 'quayside-clamd-'))
})
afterAll(async () => {
  await clamd.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  clamd.scanned.length = 0
  clamd.answers('honest')
})

const LARGE = Buffer.alloc(300_000, 'x')

test.each([
  ['of one byte', Buffer.from('x')],
  ['of more than one piece', LARGE],
  ['whose last piece is full', Buffer.alloc(128 * 1024, 'y')],
  ['without any', Buffer.alloc(0)],
])('a clean file %s is clean, and arrives whole, from memory and from the disk', async (_, data) => {
  const path = join(folder, 'file')
  await writeFile(path, data)
  expect(await scanFile(clamd.at, data)).toBeNull()
  expect(await scanFile(clamd.at, { path, size: data.length, sha256: Buffer.alloc(32) })).toBeNull()
  expect(clamd.scanned.map((file) => file.equals(data))).toEqual([true, true])
})

test('what is found is named, wherever in the file it is', async () => {
  expect(await scanFile(clamd.at, Buffer.concat([LARGE, EICAR, LARGE]))).toBe('Eicar-Test-Signature')
})

test.each([
  ['an error', { says: 'INSTREAM size limit exceeded. ERROR' }],
  ['something else', { says: 'UNKNOWN COMMAND' }],
  ['nothing', { says: '' }],
  ['OK about something else', { says: 'other: OK' }],
  ['an answer that is cut off', { begins: 'stream: OK' }],
  ['too much', { begins: 'x'.repeat(2_000) }],
  ['no answer, and closes', 'closed'],
] as const)('a scanner that answers %s has not scanned', async (_, answer) => {
  clamd.answers(answer)
  await expect(scanFile(clamd.at, LARGE)).rejects.toThrow(ScannerAway)
})

test('a scanner that says nothing is not waited for', async () => {
  clamd.answers('silent')
  await expect(scanFile(clamd.at, LARGE, { silence: 100 })).rejects.toThrow('does not answer')
  await expect(scanFile(clamd.at, LARGE, { longest: 100 })).rejects.toThrow('took too long')
  await expect(pingScanner(clamd.at, { silence: 100 })).rejects.toThrow(ScannerAway)
})

test('one that is not there is said to be away', async () => {
  for (const at of ['127.0.0.1:1', '[::1]:1', join(folder, 'no-socket')]) {
    await expect(scanFile(at, LARGE), at).rejects.toThrow('cannot be reached')
    await expect(pingScanner(at), at).rejects.toThrow(ScannerAway)
  }
})

test('it may listen on a socket of the file system', async () => {
  const path = join(folder, 'clamd.ctl')
  const server = createServer((socket) => socket.once('data', () => socket.end('PONG\0')))
  await new Promise<void>((resolve) => server.listen(path, resolve))
  await pingScanner(path)
  server.close()
})
