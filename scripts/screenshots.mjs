// `npm run screenshots`: every screen, light and dark, at three widths, into screenshots/. ONLY=orders,login limits it.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './lib/chromium-ready.mjs'
import { makeReady } from './lib/ready.mjs'

await makeReady()
await ensureChromium()
const env = { ...process.env, SCREENSHOTS: '1' }
const { status } = spawnSync('npx', ['playwright', 'test'], { stdio: 'inherit', env })
process.exitCode = status ?? 1
