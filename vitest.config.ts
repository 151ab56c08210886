import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

const long = process.env.LONG_TESTS === '1'
const exclude = [...configDefaults.exclude, ...(long ? [] : ['**/*.long.test.ts'])]

/** Need no database. */
const withoutDatabase = [
  'src/server/{pricing,mail/rendering}/*.test.ts',
  'src/server/orders/mails/order-variables.test.ts',
  'src/server/tracking/{facts,calendar}.test.ts',
  'demo/texts.test.ts',
]
/**
 * Watch a package being loaded, load the product over another field table, or count the statements that a process has named, of which
 * there may be so many: modules of their own.
 */
const isolated = [
  'src/server/html/html-work.test.ts',
  'src/server/search/terms.test.ts',
  'src/server/orders/field-table.test.ts',
  'src/server/start/tracing.test.ts',
  'src/web/app/pages/order-field.test.tsx',
]

/** Of a test or a hook, ms: a machine with other work can take ten times as long as an idle one, and what hangs is found all the same. */
const PATIENCE = 120_000

// Test files share loaded modules: loading the server again for each file takes as long as running it.
const isolate = false

export default defineConfig({
  test: {
    maxWorkers: 2,
    // What is waited for may take this long on a machine with other work; a rule that breaks is seen as soon as it is broken.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/contract/**/*.test.ts', ...withoutDatabase, 'demo/lib/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude,
          testTimeout: PATIENCE,
          isolate,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'isolated',
          environment: 'node',
          include: isolated,
          exclude,
          globalSetup: 'src/server/test/global-setup.ts',
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'tests/**/*.test.ts', 'demo/*.test.ts'],
          exclude: [...exclude, ...withoutDatabase, ...isolated],
          globalSetup: 'src/server/test/global-setup.ts',
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          isolate,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: 'src/web/test/setup.ts',
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
          exclude: [...exclude, ...isolated],
          testTimeout: PATIENCE,
          isolate,
        },
      },
    ],
  },
})
