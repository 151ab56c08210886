import { join } from 'node:path'
import { run, runNode, say } from './project.mjs'

/** The path of a browser for the journeys; installs one when there is none. Undefined when that is not possible. */
export async function ensureChromium() {
  const { findChromium } = await import('./find-chromium.mjs')
  const found = findChromium()
  if (found) return found
  say('No Chromium found: installing the one of Playwright.')
  await runNode([join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], { quiet: false })
  if (!findChromium() && process.platform === 'linux' && process.getuid?.() === 0) {
    say('Installing Chromium with apt-get.')
    // A fresh machine has no package lists yet.
    await run('apt-get', ['update'], { quiet: false })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: false })
  }
  return findChromium()
}
