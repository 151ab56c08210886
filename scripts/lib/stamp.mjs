import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const stampFile = join(root, 'dist', '.stamp')
/**
 * Files that the build reads. Migrations are left out: the server reads them from their folder at the start.
 */
const sources = ['src', 'demo', 'vite.config.ts', 'vite.server.config.ts', 'package.json', 'package-lock.json']

function filesOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return path.includes('.test.') ? [] : [{ path, stat }]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function digest(files, facts) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.path.slice(root.length)).update('\0').update(facts(file)).update('\0')
  return hash.digest('hex')
}

/** The state of the sources: `times` is quick to compute, `contents` ignores files that were only touched. */
function sourceState() {
  const files = sources.flatMap((name) => filesOf(join(root, name)))
  return {
    times: digest(files, ({ stat }) => `${stat.size} ${stat.mtimeMs}`),
    contents: () => digest(files, ({ path }) => readFileSync(path)),
  }
}

/** Reason why a build is needed; undefined if `dist` was built from exactly these sources. */
export function whyBuild() {
  const built = readStamp()
  if (!built) return 'not built yet'
  const state = sourceState()
  if (built.times === state.times) return undefined
  const contents = state.contents()
  if (built.contents !== contents) return 'sources changed'
  try {
    writeFileSync(stampFile, JSON.stringify({ times: state.times, contents }))
  } catch {
    // If another user built it, contents are compared again next time.
  }
  return undefined
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Removes the stamp during a build; call the returned function to stamp the sources as they were at its
 * start.
 */
export function beginBuild() {
  rmSync(stampFile, { force: true })
  const state = sourceState()
  const stamp = JSON.stringify({ times: state.times, contents: state.contents() })
  return () => {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampFile, stamp)
  }
}
