// `npm run backup`, `npm run restore`, `npm run files`: the transfer command of the built server, which reads its arguments.
import { makeReady } from './lib/ready.mjs'

await makeReady()
await import('../dist/server/transfer.js')
