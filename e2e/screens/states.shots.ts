import { mkdirSync } from 'node:fs'
import { test } from '#e2e/lib/fixtures.ts'
import { enter, STATE_GROUPS } from './state-groups.ts'

// `npm run screenshots`: pictures of dialogs, edits and errors to look at; asserts nothing.
const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]

for (const [of, states] of STATE_GROUPS) {
  test(`states of ${of}`, async ({ page, server, login }) => {
    test.setTimeout(900_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await login(page)
    const only = process.env.ONLY?.split(',')
    for (const state of (await states(server)).filter(({ name }) => !only || only.includes(name))) {
      await enter(page, server.url, state)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const folder = `screenshots/${colorScheme}-${size.width}`
          mkdirSync(folder, { recursive: true })
          await page.screenshot({ path: `${folder}/${state.name}.png`, fullPage: true })
        }
      }
    }
  })
}
