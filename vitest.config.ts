import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import times from './tests/times.json' with { type: 'json' }

/** Seconds of test files. */
const recorded: Record<string, number> = times

const long = process.env.LONG_TESTS === '1'
const exclude = [...configDefaults.exclude, ...(long ? [] : ['**/*.long.test.ts'])]

/**
 * Watch a package being loaded, load the product over another field table, or count the statements that a process has named, of which
 * there may be so many: modules of their own.
 */
const isolated = [
  'src/server/html/html-work.test.ts',
  // Look-ups of names that a test of another file left hanging would keep their places.
  'src/server/jobs/webhook-sender.test.ts',
  'src/server/search/terms.test.ts',
  'src/server/orders/field-table.test.ts',
  'src/server/start/tracing.test.ts',
  'src/web/app/pages/order-field.test.tsx',
]

/** Of a test or a hook, ms: a machine with other work can take ten times as long as an idle one, and what hangs is found all the same. */
const PATIENCE = 120_000

/** The rules of time zones, which in the product come with the server, and with its settings. */
const ZONES = 'src/server/zones/iana.ts'

// Test files share loaded modules: loading the server again for each file takes as long as running it.
const isolate = false

/** What is waited for may take this long on a machine with other work; a rule that breaks is seen as soon as it is broken. */
const expect = { poll: { timeout: 15_000 } }

/** Files in the order of the times they took when `npm test -- --times` recorded them, the longest first: none is left for the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const seconds = ({ moduleId }: TestSpecification) =>
      recorded[relative(import.meta.dirname, moduleId).replaceAll('\\', '/')] ?? 0
    return sorted.sort(
      (one, other) => projects.indexOf(one.project) - projects.indexOf(other.project) || seconds(other) - seconds(one),
    )
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          expect,
          environment: 'node',
          setupFiles: ZONES,
          include: ['{demo,scripts,tests}/**/*.test.ts', 'src/{contract,server}/**/*.test.ts'],
          exclude: [...exclude, ...isolated],
          globalSetup: 'src/server/test/global-setup.ts',
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          isolate,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'isolated',
          expect,
          environment: 'node',
          setupFiles: ZONES,
          include: isolated,
          exclude,
          globalSetup: 'src/server/test/global-setup.ts',
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          expect,
          environment: 'happy-dom',
          setupFiles: [ZONES, 'src/web/test/setup.ts'],
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
          exclude: [...exclude, ...isolated],
          testTimeout: PATIENCE,
          isolate,
        },
      },
    ],
  },
})
