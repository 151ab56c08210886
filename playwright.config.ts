import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/find-chromium.mjs'

// Workers read this file again and reuse what the first reading found.
process.env.CHROMIUM_PATH ??= findChromium() ?? ''

const long = process.env.LONG_TESTS === '1'
const root = process.getuid?.() === 0
const args = [
  ...(root ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page lives long enough to win back what compiling its code a second and a third time costs.
  '--js-flags=--no-maglev,--no-turbofan',
]

/** The journeys in a browser. Each worker starts its own server on a free port. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env.SCREENSHOTS === '1' ? '**/*.shots.ts' : '**/*.spec.ts',
  testIgnore: long ? [] : '**/*.long.spec.ts',
  grepInvert: long ? undefined : /@long/,
  globalSetup: './e2e/lib/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: !!process.env.CI,
  // A journey takes seconds; beside other work on two cores, much longer.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined, args },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Nothing fades or slides, so nothing has to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time: TRACE=1 keeps those of failures.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
  },
})
