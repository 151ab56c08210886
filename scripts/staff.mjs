// `npm run staff -- add …`: the staff command of the built server; it reads its arguments itself.
import { makeReady } from './lib/ready.mjs'

await makeReady()
await import('../dist/server/staff.js')
