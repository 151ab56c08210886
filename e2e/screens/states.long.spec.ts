import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { enter, STATE_GROUPS } from './state-groups.ts'

for (const [of, states] of STATE_GROUPS) {
  test(`${of}: every state passes axe in both themes and fits 375 px`, async ({ page, server, login }) => {
    test.setTimeout(600_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await login(page)
    const problems: string[] = []
    for (const state of (await states(server)).filter(({ paper }) => !paper)) {
      await enter(page, server.url, state)
      problems.push(...(await axeProblemsInBothThemes(page)).map((problem) => `${state.name} ${problem}`))
      await page.setViewportSize({ width: 375, height: 812 })
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      // Tables become cards a moment after the screen is narrow.
      await expect
        .poll(width, { timeout: 5_000 })
        .toBeLessThanOrEqual(375)
        .catch(async () => problems.push(`${state.name}: ${await width()} px wide at 375 px`))
    }
    expect(problems).toEqual([])
  })
}
