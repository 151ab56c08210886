import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipEntry, zipPieces } from './zip.ts'

async function* each<T>(parts: readonly T[]) {
  yield* parts
}
async function zipped(entries: readonly ZipEntry[]) {
  const pieces: Uint8Array[] = []
  for await (const piece of zipPieces(each(entries))) pieces.push(piece)
  return unzipSync(Buffer.concat(pieces))
}

test('files of any size and in any pieces come out as they went in', async () => {
  const contents = [
    [],
    [''],
    [0, 1],
    [65_536],
    [65_536, 1],
    [65_535, 1, 1],
    [40_000, 40_000, 5],
    [1, 300_000, 0, 7],
  ].map((sizes) => sizes.map((size) => (typeof size === 'string' ? size : randomBytes(size))))
  const files = await zipped(contents.map((content, n) => ({ name: `files/${n}.bin`, content })))
  for (const [n, content] of contents.entries())
    expect(
      Buffer.from(files[`files/${n}.bin`] ?? []).equals(Buffer.concat(content.map((piece) => Buffer.from(piece)))),
      `${n}`,
    ).toBe(true)
  expect(Object.keys(files)).toHaveLength(contents.length)
})

test('what is kept of each file until the end is its name and numbers', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // V8 gives memory back beside the program, so that a busy machine still counts some of it right after a collection.
  const kept = async () => {
    const seen: number[] = []
    for (let n = 0; n < 4; n++) {
      collect()
      await setTimeout(100)
      seen.push(process.memoryUsage().arrayBuffers)
    }
    return Math.min(...seen)
  }
  const [first, last] = [100, 5_000]
  const seen: number[] = []
  async function* entries() {
    for (let n = 0; n <= last; n++) {
      if (n === first || n === last) seen.push(await kept())
      yield { name: `mails/${n}.eml`, content: [`Dear ${n} `.repeat(200)] }
    }
  }
  for await (const _ of zipPieces(entries()));
  const [before = 0, after = 0] = seen
  expect(after - before).toBeLessThan(2_000_000)
}, 120_000)
