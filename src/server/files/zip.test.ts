import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipEntry, zipOf } from './zip.ts'

const text = (content: Uint8Array | undefined) => Buffer.from(content ?? []).toString()
/** Of bytes that cannot be packed. */
const MEGABYTE = randomBytes(1_000_000)

/** Entries that say when they are let go, and how many pieces were asked for. */
function entries(of: () => AsyncGenerator<string | Buffer>, names = ['first', 'second']) {
  const seen = { pieces: 0, closed: 0 }
  async function* counted() {
    try {
      for await (const piece of of()) {
        seen.pieces++
        yield piece
      }
    } finally {
      seen.closed++
    }
  }
  async function* all(): AsyncGenerator<ZipEntry> {
    for (const name of names) yield { name, content: counted() }
  }
  return { all: all(), seen }
}

test('an archive has its files in their order, empty ones too', async () => {
  async function* all(): AsyncGenerator<ZipEntry> {
    yield { name: 'b/letters.txt', content: ['ä', Buffer.from('b')] }
    yield { name: 'a.txt', content: [] }
  }
  const files = unzipSync(await buffer(zipOf(all())))
  expect(Object.entries(files).map(([name, content]) => [name, text(content)])).toEqual([
    ['b/letters.txt', 'äb'],
    ['a.txt', ''],
  ])
})

test('an archive fails with what a file throws', async () => {
  const { all } = entries(async function* () {
    yield 'x'
    throw new Error('The store is away')
  })
  await expect(buffer(zipOf(all))).rejects.toThrow('The store is away')
})

test('files are read no faster than the archive is, and let go when nobody reads it any more', async () => {
  const { all, seen } = entries(async function* () {
    for (;;) yield MEGABYTE
  })
  const archive = zipOf(all)
  archive.on('error', () => undefined)
  archive.once('readable', () => archive.read(1))
  await expect.poll(() => seen.pieces).toBeGreaterThan(0)
  const settled = async () => {
    const before = seen.pieces
    await new Promise((done) => setTimeout(done, 200))
    return seen.pieces === before
  }
  await expect.poll(settled).toBe(true)
  archive.destroy()
  await expect.poll(() => seen.closed).toBe(1)
})
