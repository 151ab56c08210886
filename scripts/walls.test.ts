import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Who may import what: a file, then what it may, then what it must not import. */
const walls: [file: string, allowed: string[], refused: string[]][] = [
  [
    'src/contract/ports.ts',
    ['zod', './lib/fields.ts', '#contract/orders.ts'],
    ['dayjs', 'node:fs', '#server/app.ts', '#web/lib/api.ts'],
  ],
  ['src/contract/ports.test.ts', ['vitest', 'fast-check'], ['../ports.ts']],
  [
    'src/server/domain/next-event.ts',
    ['#contract/orders.ts', './quote.ts', '#server/domain/quote.ts', 'decimal.js', 'liquidjs', 'zod'],
    ['#server/lib/errors.ts', '#server/db/client.ts', 'pg', 'node:fs', '#web/lib/api.ts'],
  ],
  [
    'src/server/lib/crud.ts',
    ['#server/db/client.ts', '#contract/ports.ts', 'fastify'],
    ['#server/modules/orders/routes.ts', '#server/app.ts'],
  ],
  ['src/server/db/client.ts', ['pg', 'kysely'], ['#server/modules/orders/queries.ts', '#web/lib/api.ts']],
  [
    'src/server/modules/orders/routes.ts',
    ['./queries.ts', '#server/lib/crud.ts', '#server/domain/next-event.ts'],
    [
      '#server/modules/blog/routes.ts',
      '#server/app.ts',
      '../blog/routes.ts',
      './../blog/routes.ts',
      '#web/ui/page.tsx',
    ],
  ],
  ['src/server/app.ts', ['#server/modules/orders/routes.ts'], ['#web/lib/api.ts']],
  [
    'src/web/lib/api.ts',
    ['#contract/orders.ts', './token.ts', '#web/lib/token.ts'],
    ['#server/config.ts', '#web/ui/page.tsx', '#web/features/orders/queries.ts'],
  ],
  [
    'src/web/ui/page.tsx',
    ['react', '@mantine/core', './logo.tsx', '#web/ui/logo.tsx'],
    ['#web/lib/api.ts', '#contract/orders.ts', '#web/features/orders/queries.ts', '#server/app.ts'],
  ],
  [
    'src/web/features/orders/orders-page.tsx',
    ['./queries.ts', '#web/ui/page.tsx', '#web/lib/api.ts', '#contract/orders.ts'],
    ['#web/features/blog/queries.ts', '#web/app/router.tsx', '#server/app.ts', '../blog/queries.ts'],
  ],
  [
    'src/web/app/pages/order.tsx',
    ['#web/features/orders/orders-page.tsx', '#web/app/paths.tsx'],
    ['#server/config.ts', '../router.tsx'],
  ],
  ['e2e/main.spec.ts', ['./fixtures.ts', '#server/db/client.ts', '#demo/load.ts'], ['#web/lib/api.ts']],
]

let folder: string
const found = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-walls-'))
  await copyFile('biome.json', join(folder, 'biome.json'))
  await writeFile(join(folder, '.gitignore'), 'node_modules\n')
  for (const [file, allowed, refused] of walls) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    const lines = [...allowed, ...refused].map((source, index) => `export * as n${index} from '${source}'`)
    await writeFile(join(folder, file), lines.join('\n'))
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', '.']
  const biome = join(process.cwd(), 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [biome, ...args], { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
  for (const [, file, line] of output.matchAll(/^::error .*file=[^,]*?((?:src|e2e)\/[^,]+),line=(\d+)/gm)) {
    found.add(`${file}:${line}`)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(walls)('%s imports what it may and nothing else', (file, allowed, refused) => {
  const isRefused = (_: string, index: number) => found.has(`${file}:${index + 1}`)
  expect([...allowed, ...refused].filter(isRefused)).toEqual(refused)
})
