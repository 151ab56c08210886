// `npm run walls` writes the rules on imports into biome.json and the table into CONTRIBUTING.md, from
// lib/house.mjs.
import './lib/check-node.mjs'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'
import { withRules, withTable } from './lib/walls.mjs'

for (const [file, change] of [
  ['biome.json', withRules],
  ['CONTRIBUTING.md', withTable],
]) {
  const path = join(root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
execFileSync(process.execPath, [biome, 'format', '--write', 'biome.json'], { cwd: root, stdio: 'inherit' })
