import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nextStart, RESTARTS } from './supervise.mjs'

const run = promisify(execFile)
/** Runs a script as if by another version of Node. */
const by = (node: string, script: string) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  return run(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, script])
}

test.each(['18.20.8', '20.18.3', '8.17.0'])('Node %s is refused on the first line, with the version', async (node) => {
  const said = `Quayside needs Node 20.19 or later, this is ${node}\n`
  await expect(by(node, 'scripts/start.mjs')).rejects.toMatchObject({ code: 1, stderr: said, stdout: '' })
})

test.each(['20.19.0', '22.0.0', '24.11.1'])('Node %s is accepted', async (node) => {
  await expect(by(node, 'scripts/lib/check-node.mjs')).resolves.toMatchObject({ stderr: '' })
})

test('every command checks Node first, in its first import', () => {
  const scripts = readdirSync('scripts').filter((name) => name.endsWith('.mjs'))
  const firsts = scripts.map((name) => [
    name,
    /^(?:import|await import|const|void) .*$/m.exec(readFileSync(`scripts/${name}`, 'utf8'))?.[0],
  ])
  const unchecked = firsts.filter(([, first]) => first !== "import './lib/check-node.mjs'").map(([name]) => name)
  expect(unchecked).toEqual(WITHOUT_CHECK)
})

/** Scripts that need no check: helpers of developers, and what `npm start` starts after its check. */
const WITHOUT_CHECK = [
  'common-passwords.mjs',
  'complete-lock.mjs',
  'entity-lines.mjs',
  'measure-house.mjs',
  'serve.mjs',
]

test('the check is written for versions that know nothing newer than template literals', () => {
  const text = readFileSync('scripts/lib/check-node.mjs', 'utf8')
  expect(text).not.toMatch(/\?\.|\?\?|\bawait\b|\bimport\b|=>|\.\.\.|node:|\d_\d/)
  expect(readFileSync('scripts/start.mjs', 'utf8')).toMatch(/^import '\.\/lib\/check-node\.mjs'\n/)
  expect(spawnSync(process.execPath, ['scripts/lib/check-node.mjs']).status).toBe(0)
})

test('after its database died the server restarts, later each time, and not forever', () => {
  const deaths: number[] = []
  const pauses = Array.from({ length: RESTARTS + 1 }, (_, at) => nextStart(deaths, at * 1_000))
  expect(pauses).toEqual([0, 1_000, 2_000, 3_000, 4_000, undefined])
  // Deaths of ten minutes ago no longer count.
  expect(nextStart([0, 1, 2, 3, 4], 700_000)).toBe(0)
})
