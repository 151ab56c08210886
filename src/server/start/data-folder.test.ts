import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { StartError } from '#server/errors.ts'
import { openDataFolder } from './data-folder.ts'

let top: string
let dataDir: string
let said: string[]

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'quayside-data-'))
  dataDir = join(top, 'data')
  said = []
})
afterEach(() => rm(top, { recursive: true, force: true }))

const open = (env = {}) => openDataFolder(readConfig({ DATA_DIR: dataDir, ...env }), (text) => said.push(text))
const modeOf = async (...path: string[]) => ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8)

/** A data folder as earlier versions left it: open to everybody. */
async function older() {
  await mkdir(join(dataDir, 'files', 'documents', 'ab'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'documents', 'ab', 'ab12'), 'x')
  await writeFile(join(top, 'elsewhere'), 'x')
  await symlink(join(top, 'elsewhere'), join(dataDir, 'files', 'link'))
  for (const path of ['', 'files', 'files/documents', 'files/documents/ab']) await chmod(join(dataDir, path), 0o755)
  for (const path of ['files/documents/ab/ab12', '../elsewhere']) await chmod(join(dataDir, path), 0o644)
}

test('a new data folder is closed to other users', async () => {
  await open()
  expect(await modeOf()).toBe('700')
})

test('the start closes an older data folder with all uploaded files, but nothing that a link leads to', async () => {
  await older()
  await open()
  const modes = ['', 'files', 'files/documents', 'files/documents/ab', 'files/documents/ab/ab12', 'files/link']
  expect(await Promise.all(modes.map((path) => modeOf(path)))).toEqual(['700', '700', '700', '700', '600', '644'])
  expect(said).toEqual([])
})

test('a folder with others’ things in it stays open, and the start says so; the uploaded files are closed', async () => {
  await older()
  await writeFile(join(dataDir, 'somebodys.txt'), 'x')
  await open()
  expect([await modeOf(), await modeOf('files')]).toEqual(['755', '700'])
  expect(said).toEqual([expect.stringContaining('it contains somebodys.txt')])
})

test('a data folder that nothing is stored in is neither created nor touched', async () => {
  const keys = { S3_URL: 'https://s3.example/b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  await open({ DATABASE_URL: 'postgres://localhost/x', ...keys })
  expect(await readdir(top)).toEqual([])
})

test.each([
  ['a file', 'file', 'it is a file, not a folder'],
  ['below a file', 'file/data', 'part of the path is a file'],
])('a DATA_DIR that is %s is refused in one sentence that names it', async (_, path, why) => {
  await writeFile(join(top, 'file'), 'x')
  const refused = open({ DATA_DIR: join(top, path) })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(new RegExp(`^DATA_DIR ${join(top, path)} cannot be used: ${why}`))
})

test.runIf(process.platform === 'linux')('a DATA_DIR on a read-only file system is refused by name', async () => {
  await expect(open({ DATA_DIR: '/sys/quayside' })).rejects.toThrow(/^DATA_DIR \/sys\/quayside cannot be used: [a-z]/)
})

test.runIf(process.platform === 'linux')('a DATA_DIR where no folder can be made is refused at once', async () => {
  const refused = open({ DATA_DIR: '/proc/quayside/data' })
  await expect(refused).rejects.toThrow('DATA_DIR /proc/quayside/data cannot be used: the path does not exist')
})

test('a DATA_DIR several folders deep is made', async () => {
  await open({ DATA_DIR: join(top, 'a', 'b', 'c') })
  expect(await readdir(join(top, 'a', 'b', 'c'))).toEqual([])
})
