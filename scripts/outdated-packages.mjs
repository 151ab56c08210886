// `npm run outdated-packages` names the direct dependencies that are behind, and all packages with known
// vulnerabilities. Exits with 1 if there are vulnerabilities.
import './lib/check-node.mjs'
import { execFile } from 'node:child_process'
import { behind, vulnerable } from './lib/outdated-packages.mjs'
import { root } from './lib/project.mjs'

/** npm exits with 1 whenever it reports anything, so the exit code is ignored and the output decides. */
const npm = (...args) =>
  new Promise((resolve) => {
    execFile('npm', [...args, '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    )
  })

const [outdated, audit] = await Promise.all([npm('outdated'), npm('audit', '--audit=true')])
const known = vulnerable(audit)
process.stdout.write(`${[...behind(outdated), '', ...known.lines].join('\n')}\n`)
process.exitCode = known.found ? 1 : 0
