// `npm test`: all checks and tests, in two lanes for two cores; `--long` adds the tests that take longer,
// `--times` records how long the files of Vitest took. Prints the slowest twenty tests and, as its last line,
// nothing but the counts.
import './lib/check-node.mjs'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { root, since } from './lib/project.mjs'

const long = process.argv.includes('--long')
const SLOWEST = 20
const total = { passed: 0, failed: 0, skipped: 0 }
const timed = []
const began = performance.now()
const print = (text) => process.stdout.write(`${text}\n`)

process.chdir(root)
await ensureInstalled()
const parts = await import('./lib/parts.mjs')

async function part(name, work) {
  const start = performance.now()
  const { passed, failed, skipped, notes = [], tests = [], files = [], output } = await work()
  if (files.length > 0 && process.argv.includes('--times')) parts.recordTimes(files)
  timed.push(...tests)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const skips = skipped ? `, ${skipped} skipped` : ''
  const result = failed ? `FAILED (${passed} passed, ${failed} failed${skips})` : `passed (${passed}${skips})`
  print(`${name.padEnd(10)} ${since(start).padStart(8)}  ${result}`)
  for (const note of notes) print(`           ${note}`)
  if (failed) print(`\n--- ${name}: output ---\n${output.trim()}\n---\n`)
  return failed === 0
}

const built = part('build', parts.builds)

async function inNode() {
  await part('types', parts.types)
  await part('lint', parts.lint)
  await part('dead code', parts.deadCode)
  const ok = await built
  await part('vitest', () => parts.vitest(long, ok))
}

async function inBrowsers() {
  if (await built) await part('journeys', () => parts.journeys(long))
  else print('journeys   not run: the build failed')
}

// Both lanes wait a good deal for databases and for servers that start, so each uses the time that the other
// leaves.
await Promise.all([inNode(), inBrowsers()])

function printSlowest() {
  const slowest = timed.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  print(`\nThe slowest ${slowest.length} tests:`)
  for (const { ms, file, name } of slowest) print(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file} › ${name.trim()}`)
  print('')
}

/**
 * Failures are printed once more at the end, with the beginning of their errors, as the output of a part is
 * long.
 */
function printFailed() {
  const failed = timed.filter(({ error }) => error)
  if (failed.length > 0) print('The failed tests:')
  for (const { file, name, error } of failed) {
    const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, 12)
    print(`${file} › ${name.trim()}\n${lines.map((line) => `    ${line}`).join('\n')}\n`)
  }
}

printSlowest()
printFailed()
print(`${'all'.padEnd(10)} ${since(began).padStart(8)}`)
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
