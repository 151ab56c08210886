// `node scripts/complete-lock.mjs` completes the lock file: npm leaves out packages of other platforms when
// it cannot load them at that moment, and `npm ci` then refuses the lock file everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPlatforms, platformOf } from './lib/lock-file.mjs'
import { root, say } from './lib/project.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingPlatforms(lock)
for (const { name, version, parent } of missing) {
  const { dev, engines } = lock.packages[parent]
  const { cpu, libc, os } = platformOf(name)
  lock.packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os, engines }
}
const byPath = ([a], [b]) => a.localeCompare(b, 'en')
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
say(`${missing.length} packages of other platforms added to package-lock.json.`)
