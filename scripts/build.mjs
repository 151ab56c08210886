// `npm run build`: builds even if nothing changed.
import './lib/check-node.mjs'
import { build } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const failure = await build()
if (failure) {
  process.stderr.write(failure)
  process.exitCode = 1
}
