import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Rules on imports by example: a file, then what it may, then what it must not import. Circles of rooms are
 * checked in house.test.ts.
 */
const walls: [file: string, allowed: string[], refused: string[]][] = [
  [
    'src/contract/reference/ports.ts',
    ['zod', './cities.ts', '#contract/lib/fields.ts', '#contract/orders/orders.ts'],
    ['dayjs', 'node:fs', '#server/app.ts', '#web/lib/api/api.ts', './../lib/fields.ts'],
  ],
  ['src/contract/reference/ports.test.ts', ['vitest', 'fast-check'], ['../ports.ts']],
  ...['db', 'threads', 'files', 'html', 'sheets', 'http', 'resource'].map((room): (typeof walls)[number] => [
    `src/server/${room}/some.ts`,
    ['pg', './sibling.ts', '#contract/lib/fields.ts', '#server/errors.ts'],
    [
      '#contract/orders/orders.ts',
      '#server/services.ts',
      '#server/orders/read-order.ts',
      '#server/pricing/calculate-quote.ts',
      '#server/mail/outbox.ts',
      '#server/orders/routes.ts',
      '#server/jobs/worker.ts',
      '#server/config/config.ts',
      '#server/app.ts',
      '#demo/load.ts',
      '#web/lib/api/api.ts',
      '../db/client.ts',
    ],
  ]),
  ['src/server/resource/crud.ts', ['#server/http/reply.ts', '#server/db/client.ts', 'fastify'], ['../http/reply.ts']],
  ['src/server/resource/crud.test.ts', ['#server/test/server.ts', '#server/app.ts'], ['#web/lib/api/api.ts']],
  ...['orders', 'orders/events', 'mail', 'accounts', 'blog', 'integrations/mcp'].flatMap((room) =>
    ['some.ts', 'routes.ts'].map((file): (typeof walls)[number] => [
      `src/server/${room}/${file}`,
      [
        './sibling.ts',
        './document-routes.ts',
        '#contract/orders/orders.ts',
        '#server/db/client.ts',
        '#server/services.ts',
        '#server/orders/read-order.ts',
        '#server/pricing/calculate-quote.ts',
        'decimal.js',
      ],
      [
        '#server/quotes/routes.ts',
        '#server/orders/document-routes.ts',
        '#server/jobs/worker.ts',
        '#server/ops/staff.ts',
        '#server/start/demo.ts',
        '#server/app.ts',
        '#demo/load.ts',
        '#web/lib/api/api.ts',
        '../jobs/worker.ts',
        './../blog/articles.ts',
      ],
    ]),
  ),
  [
    'src/server/jobs/some.ts',
    ['./sibling.ts', '#server/mail/outbox.ts', '#server/services.ts'],
    [
      '#server/orders/routes.ts',
      '#server/ops/staff.ts',
      '#server/app.ts',
      '#web/lib/api/api.ts',
      '../orders/routes.ts',
    ],
  ],
  ['src/server/ops/some.ts', ['./sibling.ts', '#server/app.ts', '#server/jobs/worker.ts'], ['#web/lib/api/api.ts']],
  ['src/server/app.ts', ['#server/orders/routes.ts'], ['#web/lib/api/api.ts']],
  [
    'src/web/lib/api/api.ts',
    ['#contract/lib/envelope.ts', './token.ts', '#web/lib/format/dates.ts'],
    [
      '#contract/orders/orders.ts',
      '#server/config/config.ts',
      '#web/ui/page/page.tsx',
      '#web/features/orders/shared/orders.ts',
      '#web/features/orders/list/queries.ts',
      '#web/app/paths.tsx',
    ],
  ],
  [
    'src/web/ui/page/page.tsx',
    ['react', './logo.tsx', '#web/ui/list/pager.tsx', '#web/lib/api/api.ts', '#contract/lib/envelope.ts'],
    [
      '#contract/orders/orders.ts',
      '#web/features/orders/shared/orders.ts',
      '#web/features/orders/list/queries.ts',
      '#web/app/paths.tsx',
      '#server/app.ts',
    ],
  ],
  [
    'src/web/features/orders/shared/orders.ts',
    [
      './clients.ts',
      '#web/features/clients/shared/clients.ts',
      '#web/model/live/live.tsx',
      '#web/ui/page/page.tsx',
      '#web/lib/api/api.ts',
    ],
    ['#web/features/orders/list/queries.ts', '#web/app/paths.tsx', '#server/app.ts'],
  ],
  [
    'src/web/features/blog/blog-page.tsx',
    [
      './queries.ts',
      '#web/features/orders/shared/orders.ts',
      '#web/ui/page/page.tsx',
      '#web/lib/api/api.ts',
      '#contract/blog/blog.ts',
    ],
    ['#web/features/clients/queries.ts', '#web/app/router.tsx', '#server/app.ts', '../clients/queries.ts'],
  ],
  [
    'src/web/features/orders/list/orders-page.tsx',
    ['./queries.ts'],
    [
      '#web/features/orders/detail/order-header.tsx',
      '#web/features/orders/history/history.tsx',
      '#web/features/orders/panels/panel.tsx',
      '../detail/order-header.tsx',
      './../detail/order-header.tsx',
    ],
  ],
  [
    'src/web/app/pages/order.tsx',
    ['#web/features/orders/list/orders-page.tsx', '#web/app/paths.tsx'],
    ['#server/config/config.ts', '#demo/load.ts', '../router.tsx'],
  ],
  ['src/web/main.tsx', ['#web/app/router.tsx', './app/router.tsx'], ['#server/config/config.ts']],
  ['demo/load.ts', ['#demo/random.ts', '#server/db/client.ts'], ['#web/lib/api/api.ts', '../src/server/app.ts']],
  ['e2e/main.spec.ts', ['./fixtures.ts', '#server/db/client.ts', '#demo/load.ts'], ['#web/lib/api/api.ts']],
  ['tests/faults/disk.test.ts', ['#tests/faults/lib/disk.ts', '#server/app.ts'], ['#web/lib/api/api.ts', '../ha/a.ts']],
  ['scripts/lib/parts.mjs', ['./build.mjs'], ['../start.mjs']],
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
  for (const [, file, line] of output.matchAll(
    /^::error .*file=[^,]*?((?:src|e2e|demo|tests|scripts)\/[^,]+),line=(\d+)/gm,
  )) {
    found.add(`${file}:${line}`)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(walls)('%s imports what it may and nothing else', (file, allowed, refused) => {
  const isRefused = (_: string, index: number) => found.has(`${file}:${index + 1}`)
  expect([...allowed, ...refused].filter(isRefused)).toEqual(refused)
})
