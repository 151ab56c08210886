import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium-ready.mjs'
import { root, runNode } from './project.mjs'
import { whyBuild } from './stamp.mjs'

const bin = (...path) => join('node_modules', ...path)
const single = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** A tool that passes or fails as a whole. */
async function tool(args) {
  const { code, output } = await runNode(args)
  return { ...single(code === 0), output }
}

// One thread only: several checkers of one project repeat much of each other's work and take three times the
// processor time.
export const types = () => tool([bin('typescript', 'bin', 'tsc'), '-b', '--singleThreaded'])
export const lint = () => tool([bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--max-diagnostics=50', '.'])
export const deadCode = () => tool([bin('knip', 'bin', 'knip.js'), '--no-progress'])

export async function builds() {
  const output = whyBuild() && (await build())
  return { ...single(!output), output }
}

const MEMORY = '/dev/shm'
/** Room for the databases and servers of all tests that run at the same time. */
const NEEDED = 4 * 1024 ** 3

/** True if the folder is in memory and may hold programs that are run. */
const isMemory = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, kind, flags = '']) => place === MEMORY && kind === 'tmpfs' && !/\b(?:noexec|ro)\b/.test(flags))

/**
 * Settings that put temporary folders into memory where it is large enough: the databases of tests are a
 * thousand files each, which a disk takes ten times as long to copy. No settings elsewhere, or if TMPDIR is
 * set.
 */
function inMemory() {
  if (process.env.TMPDIR) return {}
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return isMemory() && Math.min(bavail * bsize, process.availableMemory()) > NEEDED ? { TMPDIR: MEMORY } : {}
  } catch {
    return {}
  }
}

/** Runs a test runner that writes a JSON report; `read` extracts the counts. */
async function runner(args, env, read) {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-report-'))
  const report = join(folder, 'report.json')
  try {
    const { code, output: said } = await runNode(args(report), { env: { ...inMemory(), ...env(report) } })
    // A line for each started test would push failures out of a log that keeps only its end.
    const output = said.replace(/^\[\d+\/\d+\] .*\n/gm, '')
    const counts = read(readReport(report))
    // A file that fails to load, or an error outside a test, fails the part without a failed test.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    return { ...counts, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const words = { passed: 'passed', expected: 'passed', flaky: 'passed', failed: 'failed', unexpected: 'failed' }

/** Counts of a list of tests. A test that neither passed nor failed was skipped, and is listed by name. */
function count(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0, notes: [], tests }
  for (const { name, status, note } of tests) {
    counts[words[status] ?? 'skipped']++
    if (!words[status]) counts.notes.push(`skipped: ${name}${note ? ` (${note})` : ''}`)
    else if (note) counts.notes.push(note)
  }
  return counts
}

/** Playwright's report is a tree of suites; an annotation is the reason for a skip or a measured figure. */
function journeysOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      name: title,
      file: `e2e/${file}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      status,
      note: annotations[0]?.description,
      error: results.findLast(({ error }) => error)?.error.message,
    })),
  )
  return [...own, ...suites.flatMap(journeysOf)]
}

const fileOf = (path) => relative(root, path).replaceAll('\\', '/')

/** Servers and threads as just built: compiled from their sources again, each takes seconds to start. */
const BUILT = { TEST_BUILT_SERVER: '1', BUILT_THREADS: 'dist/server' }

/** Unit, server and component tests; `built`: whether the build is there. */
export const vitest = (long, built) =>
  runner(
    (report) => [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    () => ({ LONG_TESTS: long ? '1' : '', ...(built && BUILT) }),
    ({ testResults = [] }) => {
      const testsOf = ({ name: path, assertionResults }) =>
        assertionResults.map(({ fullName, status, duration = 0, failureMessages = [] }) => ({
          name: fullName,
          error: failureMessages[0],
          file: fileOf(path),
          ms: duration,
          status,
        }))
      return { ...count(testResults.flatMap(testsOf)), files: testResults.map(secondsOf) }
    },
  )

/** Files that take less are not recorded: their order does not matter. */
const RECORDED_SECONDS = 2

const secondsOf = ({ name, startTime, endTime }) => [fileOf(name), Math.round((endTime - startTime) / 1000)]

/** Records how long the files of a run took, by which the next ones are ordered (`vitest.config.ts`). */
export function recordTimes(files) {
  const recorded = files.filter(([, seconds]) => seconds >= RECORDED_SECONDS).toSorted()
  writeFileSync(join(root, 'tests', 'times.json'), `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`)
}

/** The journeys: in a browser, and those that start the whole product. */
export async function journeys(long) {
  const chromium = await ensureChromium()
  if (!chromium) {
    return { ...single(false), output: 'No Chromium was found, and none could be installed. Set CHROMIUM_PATH.\n' }
  }
  return runner(
    () => [bin('@playwright', 'test', 'cli.js'), 'test', '--pass-with-no-tests', '--reporter=line,json'],
    (report) => ({
      LONG_TESTS: long ? '1' : '',
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_FORCE_TTY: '0',
    }),
    ({ suites = [] }) => count(suites.flatMap(journeysOf)),
  )
}
