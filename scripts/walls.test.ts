import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Who may import what: a file, then what it may, then what it must not import. */
const walls: [file: string, allowed: string[], refused: string[]][] = [
  [
    'src/contract/reference/ports.ts',
    ['zod', './cities.ts', '#contract/lib/fields.ts', '#contract/orders/orders.ts'],
    ['dayjs', 'node:fs', '#server/app.ts', '#web/lib/api/api.ts'],
  ],
  ['src/contract/reference/ports.test.ts', ['vitest', 'fast-check'], ['../ports.ts']],
  [
    'src/server/pricing/calculate-quote.ts',
    ['#contract/orders/orders.ts', './quote-lines.ts', '#server/db/client.ts', 'decimal.js'],
    ['#server/modules/quotes/routes.ts', '#server/app.ts', '#web/lib/api/api.ts'],
  ],
  [
    'src/server/resource/crud.ts',
    ['#server/db/client.ts', '#contract/reference/ports.ts', 'fastify'],
    ['#server/modules/orders/routes.ts', '#server/orders/read-order.ts', '#server/mail/outbox.ts', '#server/app.ts'],
  ],
  ['src/server/db/client.ts', ['pg', 'kysely'], ['#server/modules/orders/queries.ts', '#web/lib/api/api.ts']],
  [
    'src/server/modules/orders/routes.ts',
    ['./queries.ts', '#server/resource/crud.ts', '#server/pricing/calculate-quote.ts'],
    [
      '#server/modules/blog/routes.ts',
      '#server/app.ts',
      '../blog/routes.ts',
      './../blog/routes.ts',
      '#web/ui/page/page.tsx',
    ],
  ],
  ['src/server/app.ts', ['#server/modules/orders/routes.ts'], ['#web/lib/api/api.ts']],
  [
    'src/web/lib/api/api.ts',
    ['#contract/lib/envelope.ts', './token.ts', '#web/lib/api/token.ts'],
    ['#contract/orders/orders.ts', '#server/config.ts', '#web/ui/page/page.tsx', '#web/features/orders/queries.ts'],
  ],
  [
    'src/web/ui/page/page.tsx',
    [
      'react',
      '@mantine/core',
      './logo.tsx',
      '#web/ui/page/logo.tsx',
      '#web/lib/api/api.ts',
      '#contract/lib/envelope.ts',
    ],
    ['#web/model/orders/orders.ts', '#contract/orders/orders.ts', '#web/features/orders/queries.ts', '#server/app.ts'],
  ],
  [
    'src/web/features/orders/list/orders-page.tsx',
    ['./queries.ts', '#web/ui/page/page.tsx', '#web/lib/api/api.ts', '#contract/orders/orders.ts'],
    ['#web/features/blog/queries.ts', '#web/app/router.tsx', '#server/app.ts', '../blog/queries.ts'],
  ],
  [
    'src/web/app/pages/order.tsx',
    ['#web/features/orders/list/orders-page.tsx', '#web/app/paths.tsx'],
    ['#server/config.ts', '../router.tsx'],
  ],
  ['e2e/main.spec.ts', ['./fixtures.ts', '#server/db/client.ts', '#demo/load.ts'], ['#web/lib/api/api.ts']],
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
