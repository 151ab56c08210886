// `npm run screenshots` takes every screen, light and dark, at three widths, into screenshots/.
// ONLY=orders,login limits it.
import './lib/check-node.mjs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium-ready.mjs'
import { handOver } from './lib/project.mjs'
import { makeReady } from './lib/ready.mjs'

await makeReady()
await ensureChromium()
await handOver([join('node_modules', '@playwright', 'test', 'cli.js'), 'test'], { env: { SCREENSHOTS: '1' } })
