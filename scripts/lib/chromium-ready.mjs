import { join } from 'node:path'
import { run, runNode, say } from './project.mjs'

const HEADLESS = 'chromium-headless-shell'

/** The path of a browser for the journeys; installs one if there is none. Undefined if that fails. */
export async function ensureChromium() {
  const { findChromium } = await import('./find-chromium.mjs')
  const found = findChromium()
  // The full Chromium works too, but needs a quarter more CPU time.
  if (found && !(process.env.CI && found.endsWith('/chromium'))) return found
  if (!found) {
    say('No Chromium found: installing the one from Playwright.')
    await runNode([join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], { quiet: false })
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && (found || !findChromium())) await installFromDebian()
  return findChromium()
}

async function installFromDebian() {
  say(`Installing ${HEADLESS} with apt-get.`)
  const { findChromium } = await import('./find-chromium.mjs')
  const install = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: false })
  // A new machine has no package lists yet.
  await run('apt-get', ['update'], { quiet: false })
  await install(HEADLESS)
  if (!findChromium()) await install('chromium')
}
