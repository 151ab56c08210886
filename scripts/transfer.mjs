// `npm run backup`, `npm run restore`, `npm run files`: the transfer command of the built server; it reads its own arguments.
import './lib/check-node.mjs'
import { makeReady } from './lib/ready.mjs'

await makeReady()
// biome-ignore lint/style/noRestrictedImports: what was built has no alias
await import('../dist/server/transfer.js')
