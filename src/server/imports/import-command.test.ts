import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'

/** The import command as it was built, as `npm test` does, or compiled again. */
const COMMAND = process.env.TEST_BUILT_SERVER
  ? ['dist/server/import.js']
  : ['--import', 'tsx', 'src/server/ops/import.ts']

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'quayside-import-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'error', DEMO: '0' }
    execFile(process.execPath, [...COMMAND, ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
const fileOf = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

test('the command checks a file, imports it, undoes it, and says by its exit code what came of it', async () => {
  const row = (mail: string) => `Ben,Ben Ltd,${mail},16045550100,1 Dock Road`
  const file = await fileOf(
    'clients.csv',
    ['Who,Company,Mail,Phone,Address', row('ben@example.test'), row('nobody')].join('\n'),
  )
  const mapping = await fileOf('columns.json', '{"Who": "username"}')
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('npm run import -- orders FILE') })
  expect(await run('orders', join(folder, 'missing.csv'))).toMatchObject({ code: 1 })
  expect(await run('clients', file)).toMatchObject({
    code: 2,
    out: expect.stringMatching(
      /^Row 1, Username: No column is mapped to this field\n[\s\S]*Left out: Who\n[\s\S]*Nothing was imported: add --apply\.\n$/,
    ),
  })
  const wrong = await fileOf('wrong.json', '{"Who": "nothing"}')
  expect(await run('clients', file, '--mapping', wrong)).toMatchObject({
    code: 1,
    err: expect.stringContaining('mapping.Who: Unknown field'),
  })
  const applied = await run('clients', file, '--mapping', mapping, '--apply')
  expect(applied).toMatchObject({ code: 2, out: expect.stringContaining('1 imported, 0 failed') })
  expect(applied.out).toContain('Row 3, Mail: Please, enter valid email address\n')
  const id = /--undo (\d+)/.exec(applied.out)?.[1] ?? ''
  expect(await run('--undo', id)).toMatchObject({ code: 0, out: 'Undone.\n' })
  expect(await run('--undo', id)).toMatchObject({ code: 1, err: expect.stringContaining('This run was undone.') })
})

test('the command imports nothing in an encoding that is a guess until it is chosen', async () => {
  const file = join(folder, 'western.csv')
  const row = 'Zo\u00eb,Caf\u00e9 Qu\u00e9bec,zoe@example.test,16045550100,1 Dock Road'
  await writeFile(file, Buffer.from(['Name,Company,Mail,Phone,Address', row].join('\n'), 'latin1'))
  const guessed = await run('clients', file, '--apply')
  expect(guessed).toMatchObject({
    code: 2,
    out: expect.stringContaining('The encoding is a guess, windows-1252: check texts such as "Zo\u00eb"\n'),
  })
  expect(guessed.out).toContain('Nothing was imported: choose the encoding with --options')
  const chosen = await fileOf('encoding.json', '{"encoding": "windows-1252"}')
  const applied = await run('clients', file, '--options', chosen, '--apply')
  expect(applied).toMatchObject({ code: 0, out: expect.stringContaining('1 imported, 0 failed') })
})
