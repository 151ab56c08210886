import type { Page } from '@playwright/test'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { allScreens, type Screen } from './screens.ts'

// A few groups instead of one test per screen: each group shares a browser and a login. The longest file of all: its
// groups go to whichever worker is free.
const GROUPS = 6
test.describe.configure({ mode: 'parallel' })

const loaded = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

async function open(page: Page, server: { url: string }, screen: Screen): Promise<void> {
  await page.goto(server.url + screen.path)
  await page.waitForLoadState('networkidle')
  await loaded(page)
}

for (let group = 0; group < GROUPS; group++) {
  test(`every screen passes axe in both themes and fits 375 px, group ${group + 1} of ${GROUPS}`, async ({
    page,
    server,
    login,
    browser,
  }) => {
    test.setTimeout(240_000)
    const screens = (await allScreens(server)).filter((_, index) => index % GROUPS === group)
    // axe needs an explicitly created context.
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
      await loaded(at)
      const width = await at.evaluate(() => document.documentElement.scrollWidth)
      if (width > 375) problems.push(`${screen.name}: ${width} px wide at 375 px`)
    }
    await visit.close()
    expect(problems).toEqual([])
  })
}
