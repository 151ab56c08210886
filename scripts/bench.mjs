// `npm run bench -- …`: measurements against the built server; arguments are passed on.
import { handOver } from './lib/project.mjs'
import { makeReady } from './lib/ready.mjs'

await makeReady()
await handOver('bench/main.ts')
