// `npm run build`: builds even if nothing changed; `--if-needed`: if the sources did. Others may be running what is built.
import './lib/check-node.mjs'
import { build } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { whyBuild } from './lib/stamp.mjs'

await ensureInstalled()
const isWanted = !process.argv.includes('--if-needed') || whyBuild()
const failure = isWanted && (await build())
if (failure) {
  process.stderr.write(failure)
  process.exitCode = 1
}
