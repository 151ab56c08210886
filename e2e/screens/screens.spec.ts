import type { Page } from '@playwright/test'
import { axeProblemsInBothThemes, expect, test } from '#e2e/lib/fixtures.ts'
import { allScreens, type Screen } from './screens.ts'

// A few groups rather than one test a screen: the browser and the login are shared within each.
const GROUPS = 6

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function open(page: Page, server: { url: string }, screen: Screen): Promise<void> {
  await page.goto(server.url + screen.path)
  await settled(page)
}

for (let group = 0; group < GROUPS; group++) {
  test(`axe reports nothing and nothing scrolls sideways at 375 px, screens ${group + 1} of ${GROUPS}`, async ({
    page,
    server,
    login,
    browser,
  }) => {
    test.setTimeout(240_000)
    const screens = (await allScreens(server)).filter((_, index) => index % GROUPS === group)
    // axe wants a context that was made by hand.
    const visit = await browser.newContext()
    const guest = await visit.newPage()
    await login(page)
    const problems: string[] = []
    for (const screen of screens) {
      const at = screen.open ? guest : page
      await at.setViewportSize({ width: 1440, height: 900 })
      await at.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await open(at, server, screen)
      problems.push(...(await axeProblemsInBothThemes(at)).map((problem) => `${screen.name} ${problem}`))
      await at.setViewportSize({ width: 375, height: 812 })
      await settled(at)
      const width = await at.evaluate(() => document.documentElement.scrollWidth)
      if (width > 375) problems.push(`${screen.name}: ${width} px wide at 375 px`)
    }
    await visit.close()
    expect(problems).toEqual([])
  })
}
