// `npm run bench -- …`: measures the built server; passes arguments on. `-- grid` measures the delivery grid.
import { ensureChromium } from './lib/chromium-ready.mjs'
import { handOver } from './lib/project.mjs'
import { makeReady } from './lib/ready.mjs'

const grid = process.argv[2] === 'grid'
await makeReady()
if (grid) process.env.CHROMIUM_PATH = await ensureChromium()
await handOver(grid ? 'bench/delivery-grid.ts' : 'bench/main.ts')
