import { mkdirSync } from 'node:fs'
import { test } from '#e2e/lib/fixtures.ts'
import { gotoQuiet } from '#e2e/lib/visit.ts'
import { allScreens } from './screens.ts'

// `npm run screenshots`: pictures to look at; asserts nothing.
const WIDTHS = [1440, 768, 375]
const HEIGHTS: Record<number, number> = { 1440: 900, 768: 1024, 375: 812 }

for (const colorScheme of ['light', 'dark'] as const) {
  test(`screens in ${colorScheme}`, async ({ server, login, browser }) => {
    test.setTimeout(900_000)
    const context = { colorScheme, reducedMotion: 'reduce' } as const
    const [staff, guest] = [await browser.newPage(context), await browser.newPage(context)]
    await login(staff)
    const only = process.env.ONLY?.split(',')
    const screens = (await allScreens(server)).filter(({ name }) => !only || only.includes(name))
    for (const width of WIDTHS) {
      const folder = `screenshots/${colorScheme}-${width}`
      mkdirSync(folder, { recursive: true })
      for (const screen of screens) {
        const page = screen.open ? guest : staff
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
        await gotoQuiet(page, server.url + screen.path)
        await page.screenshot({ path: `${folder}/${screen.name}.png` })
      }
    }
  })
}
