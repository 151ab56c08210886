import type { Page } from '@playwright/test'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit, watchRequests } from '#e2e/lib/visit.ts'
import { allScreens, type Screen } from './screens.ts'

// A few groups instead of one test per screen: each group shares a login. Its groups go to whichever worker
// is free.
const GROUPS = 4
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

/**
 * Leads to each screen and returns what axe finds there in both themes, and whether it is wider than a phone.
 */
async function problemsOf(page: Page, screens: Screen[], lead: (path: string) => Promise<unknown>): Promise<string[]> {
  const settled = watchRequests(page)
  const problems: string[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await lead(screen.path)
    await settled()
    problems.push(...(await axeProblemsInBothThemes(page)).map((problem) => `${screen.name} ${problem}`))
    await page.setViewportSize({ width: 375, height: 812 })
    await settled()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 375) problems.push(`${screen.name}: ${width} px wide at 375 px`)
    problems.push(...(await cutOff(page)).map((text) => `${screen.name}: '${text}' is cut off at 375 px`))
  }
  return problems
}

/**
 * Texts of buttons and tabs that their button or tab cuts off, and facts of an order that the window cuts
 * off.
 */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('[role=tab], .mantine-Button-label')].filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
    )
    const facts = [...document.querySelectorAll<HTMLElement>('[aria-label="Order at a glance"] dd')].filter((fact) => {
      const { left, right, height } = fact.getBoundingClientRect()
      return left < 0 || right > innerWidth || height === 0 || fact.scrollWidth > fact.clientWidth + 1
    })
    return [...labels, ...facts].map(({ textContent }) => textContent)
  })

for (let group = 0; group < GROUPS; group++) {
  test(`every screen passes axe in both themes and fits 375 px, group ${group + 1} of ${GROUPS}`, async ({
    page,
    server,
    login,
  }) => {
    const screens = (await allScreens(server)).filter(({ open }) => !open)
    await login(page)
    const some = screens.filter((_, index) => index % GROUPS === group)
    expect(await problemsOf(page, some, (path) => visit(page, path))).toEqual([])
  })
}

test('every screen without a login passes axe in both themes and fits 375 px', async ({ page, server }) => {
  const screens = (await allScreens(server)).filter(({ open }) => open)
  expect(await problemsOf(page, screens, (path) => page.goto(path))).toEqual([])
})
