import { expect, test } from '#e2e/lib/fixtures.ts'
import { allScreens } from './screens.ts'
import { checkSelect, nounsInSource } from './selects.ts'
import { enter, STATE_GROUPS } from './state-groups.ts'

/** Nouns of the selects met so far, by every group of states in turn. */
const met = new Set<string>()

const GROUPS: typeof STATE_GROUPS = [
  ['the screens', async (server) => (await allScreens(server)).filter(({ open }) => !open)],
  ...STATE_GROUPS,
]

test.describe.configure({ mode: 'serial' })

for (const [of, states] of GROUPS) {
  test(`${of}: every select takes what is typed`, async ({ page, server, login }) => {
    test.setTimeout(900_000)
    page.on('dialog', (dialog) => void dialog.accept())
    await login(page)
    const problems: string[] = []
    const seen = new Set<string>()
    for (const state of (await states(server)).filter(({ paper }) => !paper)) {
      await enter(page, server.url, state)
      // Fields beneath a menu or a dialog cannot be used.
      if (await page.getByRole('menu').isVisible()) continue
      const dialogs = page.getByRole('dialog')
      const top = (await dialogs.count()) > 0 ? dialogs.last() : page
      const fields = top.locator('[data-search-select]:visible:enabled')
      const count = await fields.count()
      for (let at = 0; at < count; at++) {
        const field = fields.nth(at)
        const noun = ((await field.getAttribute('data-search-select')) ?? '').replace(/^other /, '')
        const name = (await field.getAttribute('aria-label')) ?? (await field.evaluate(labelOf))
        met.add(noun)
        // The same form stands in several states.
        if (seen.has(`${noun} ${name}`)) continue
        seen.add(`${noun} ${name}`)
        await checkSelect(page, field).catch((error: Error) =>
          problems.push(`${state.name}, ${name}: ${error.message}`),
        )
      }
    }
    expect(problems).toEqual([])
  })
}

test('every select of the source was met', () => {
  expect(nounsInSource().filter((noun) => !met.has(noun))).toEqual([])
})

const labelOf = (input: Element) => (input as HTMLInputElement).labels?.[0]?.textContent ?? ''
