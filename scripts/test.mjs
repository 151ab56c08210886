// `npm test`: everything there is to check, in two lanes for two cores; `--long` adds the tests that take longer.
// The last line holds the counts and nothing else.
import { ensureInstalled } from './lib/install.mjs'
import { root, since } from './lib/project.mjs'

const long = process.argv.includes('--long')
const total = { passed: 0, failed: 0, skipped: 0 }
const began = performance.now()
const print = (text) => process.stdout.write(`${text}\n`)

process.chdir(root)
await ensureInstalled()
const parts = await import('./lib/parts.mjs')

async function part(name, work) {
  const start = performance.now()
  const { passed, failed, skipped, notes = [], output } = await work()
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

async function checks() {
  await part('types', parts.types)
  await part('lint', parts.lint)
  await part('dead code', parts.deadCode)
  return await part('build', parts.builds)
}

const [, built] = await Promise.all([part('vitest', () => parts.vitest(long)), checks()])
// Browsers are slow and impatient: they get both cores, and the build that was just made.
if (built) await part('journeys', () => parts.journeys(long))
else print('journeys   not run: the build failed')

print(`${'all'.padEnd(10)} ${since(began).padStart(8)}`)
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
