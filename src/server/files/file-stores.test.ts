import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedFile } from './disk-files.ts'
import { diskStore, type FileStore, removeUnlessDone } from './files.ts'
import { s3Store } from './s3-store.ts'

let folder: string
let s3: S3rver
const stores: Record<string, FileStore> = {}
const settings = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
let bucket: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-stores-'))
  const buckets = [{ name: 'papers', configs: [] }]
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: buckets,
  })
  const { port } = (await s3.run()) as unknown as AddressInfo // its types are wrong
  bucket = `http://127.0.0.1:${port}/papers`
  stores.disk = diskStore(join(folder, 'disk'))
  stores.S3 = s3Store({ ...settings, url: bucket })
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const storeOf = (name: string): FileStore => {
  const store = stores[name]
  if (!store) throw new Error(`no store ${name}`)
  return store
}

/** Folders in which the stores keep a key on disk, and the endings of its files there. */
const onDisk: Record<string, [root: string, endings: string[]]> = {
  disk: ['disk', ['']],
  S3: ['s3/papers', ['._S3rver_object', '._S3rver_object.md5', '._S3rver_metadata.json']],
}

/** Copies what a store has under a key, on disk: a thousand uploads one by one take many seconds. */
function copyStored(name: string, key: string, others: string[]) {
  const [root = '', endings = []] = onDisk[name] ?? []
  for (const other of others) {
    mkdirSync(dirname(join(folder, root, other)), { recursive: true })
    for (const ending of endings) copyFileSync(join(folder, root, key + ending), join(folder, root, other + ending))
  }
}

describe.each(['disk', 'S3'])('%s', (name) => {
  const key = 'documents/ab/ab12'

  test('returns what was stored, byte for byte; a second write replaces it', async () => {
    const data = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await storeOf(name).write(key, data)
    expect((await buffer(storeOf(name).read(key))).equals(data)).toBe(true)
    await storeOf(name).write(key, Buffer.from('new'))
    expect((await buffer(storeOf(name).read(key))).toString()).toBe('new')
  })

  test('stores a file that waits on the disk as one from memory, and leaves it where it is', async () => {
    const data = Buffer.from('from the disk'.repeat(20_000))
    const path = join(folder, `waiting-${name}`)
    await writeFile(path, data, { mode: 0o644 })
    await storeOf(name).write(key, { path, size: data.length, sha256: createHash('sha256').update(data).digest() })
    expect((await buffer(storeOf(name).read(key))).equals(data)).toBe(true)
    expect((await stat(path)).size).toBe(data.length)
    if (name === 'disk') expect((await stat(join(folder, 'disk', key))).mode & 0o777).toBe(0o600)
    await rm(path)
    await expect(
      storeOf(name).write('documents/ab/gone', { path, size: 1, sha256: Buffer.alloc(32) }),
    ).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(buffer(storeOf(name).read('documents/ab/gone'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a missing file fails with ENOENT; removing it is not an error', async () => {
    await expect(buffer(storeOf(name).read('documents/zz/none'))).rejects.toMatchObject({ code: 'ENOENT' })
    await storeOf(name).remove('documents/zz/none')
    await storeOf(name).write(key, Buffer.from('x'))
    await storeOf(name).remove(key)
    await expect(buffer(storeOf(name).read(key))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('lists the files of a folder with their times, over several pages', {
    timeout: 60_000,
  }, async () => {
    const [first = '', ...others] = Array.from({ length: 1_001 }, (_, index) => `papers/${index % 7}/${index}-a.webp`)
    const keys = [first, ...others]
    await storeOf(name).write(first, Buffer.from('x'))
    copyStored(name, first, others)
    await storeOf(name).write('papersfirst/1/x', Buffer.from('x'))
    const pages: ListedFile[][] = []
    for await (const page of storeOf(name).list('papers')) pages.push(page)
    expect(pages.map(({ length }) => length)).toEqual([1_000, 1])
    const files = pages.flat()
    expect(files.map((file) => file.key).sort()).toEqual(keys.sort())
    for (const { writtenAt } of files) expect(Math.abs(Date.now() - writtenAt)).toBeLessThan(60_000)
  })

  test('lists nothing for a missing folder', async () => {
    const pages: ListedFile[][] = []
    for await (const page of storeOf(name).list('nowhere')) pages.push(page)
    expect(pages.flat()).toEqual([])
  })

  test('is ready to store', async () => {
    await expect(storeOf(name).check()).resolves.toBeUndefined()
  })
})

test('a wrong secret or a missing bucket is an error, not an empty file', async () => {
  for (const login of [{ accessKeyId: 'somebody' }, { secretAccessKey: 'wrong' }]) {
    const wrong = s3Store({ ...settings, url: bucket, ...login })
    await expect(wrong.write('documents/ab/cd', Buffer.from('x'))).rejects.toThrow('403')
    await expect(wrong.check()).rejects.toThrow('403')
  }
  const nowhere = s3Store({ ...settings, url: bucket.replace('papers', 'nowhere') })
  await expect(nowhere.check()).rejects.toThrow('404')
})

test.each([
  ['a refusal', Object.assign(new Error('x'), { code: '23505' }), false],
  ['a full disk', Object.assign(new Error('x'), { code: 'ENOSPC' }), false],
  ['no free connection', new Error('timeout exceeded when trying to connect'), false],
  ['a connection that was lost at the commit', new Error('Connection terminated unexpectedly'), true],
  ['a database that was shut down at the commit', Object.assign(new Error('x'), { code: '57P01' }), true],
])('after %s the files of the rows are removed, unless the rows may exist', async (_, error, stays) => {
  const store = storeOf('disk')
  const key = 'documents/ab/cd34'
  const work = async () => {
    await store.write(key, Buffer.from('x'))
    throw error
  }
  await expect(removeUnlessDone(store, [key], work)).rejects.toBe(error)
  const there = await buffer(store.read(key)).then(
    () => true,
    () => false,
  )
  expect(there).toBe(stays)
  await store.remove(key)
})

test('nobody else may read a file on disk, nor list its folder', async () => {
  await storeOf('disk').write('documents/cd/cd34', Buffer.from('x'))
  const modes = ['', 'documents', 'documents/cd', 'documents/cd/cd34'].map(
    async (path) => (await stat(join(folder, 'disk', path))).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700, 0o600])
})
