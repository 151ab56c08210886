// `npm run build` builds even if nothing changed; `--if-needed` builds only if the sources did. Other
// processes may be running the old build.
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
