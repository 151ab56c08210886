// `npm start`: installs and builds what is missing, then runs the server in this process, so that
// Ctrl+C and SIGTERM reach it directly.
import nodeModule from 'node:module'
import { makeReady } from './lib/ready.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

await makeReady()
stopWithParent()
// Node 22 and later keep compiled code between starts.
nodeModule.enableCompileCache?.()
// biome-ignore lint/style/noRestrictedImports: what was built has no alias
await import('../dist/server/main.js')
