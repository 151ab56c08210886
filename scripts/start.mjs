// `npm start`: whatever is missing is installed and built, then the server runs in this very process, so that
// Ctrl+C and SIGTERM reach it without a go-between.
import nodeModule from 'node:module'
import { makeReady } from './lib/ready.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

await makeReady()
stopWithParent()
// Node 22 and later keep compiled code between starts.
nodeModule.enableCompileCache?.()
// biome-ignore lint/style/noRestrictedImports: what was built has no alias
await import('../dist/server/main.js')
