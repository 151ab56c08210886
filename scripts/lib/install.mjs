import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say, since } from './project.mjs'

const record = join(root, 'node_modules', '.quayside-installed')

function read(...path) {
  try {
    return readFileSync(join(root, ...path), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Brings node_modules in line with the lock file; takes a few milliseconds if it already is. An existing
 * installation is kept if every package has the locked version.
 */
export async function ensureInstalled() {
  const lock = read('package-lock.json') ?? ''
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`
  const recorded = read('node_modules', '.quayside-installed')
  if (recorded === wanted) return
  const reason = whyInstall(lock, recorded)
  if (reason) await install(reason)
  remember(wanted)
}

function whyInstall(lock, recorded) {
  const installed = read('node_modules', '.package-lock.json')
  if (!installed) return 'there is no node_modules yet'
  if (recorded && !recorded.startsWith(`${process.platform}-${process.arch} `))
    return 'node_modules was installed for another system'
  const there = JSON.parse(installed).packages
  const differs = Object.entries(JSON.parse(lock).packages).find(
    ([path, { version, optional }]) => path && (there[path] ? there[path].version !== version : !optional),
  )
  return differs && `${differs[0].replace('node_modules/', '')} differs from the version in the lock file`
}

async function install(reason) {
  say(`Installing packages from package-lock.json: ${reason}. This takes a minute.`)
  const start = performance.now()
  // Build tools are devDependencies: NODE_ENV=production must not omit them.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const windows = process.platform === 'win32' && npm.length === 1
  const { code } = await run(npm[0], [...npm.slice(1), ...args], { quiet: false, shell: windows })
  if (code !== 0) {
    say('npm ci failed (see above). The first installation needs the network; later starts do not.')
    process.exit(1)
  }
  say(`Installed in ${since(start)}.`)
}

function remember(wanted) {
  try {
    writeFileSync(record, wanted)
  } catch {
    // If another user owns node_modules, the check is repeated next time, in 20 ms.
  }
}
