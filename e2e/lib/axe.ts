import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// Scripts do not run in the frame of a shown mail, so axe would wait for it forever. Our other frames have our own
// origin, so the page itself collects their results ('legacy'); otherwise axe opens a second page for every check.
const axeOf = (page: Page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe[sandbox]')
    .setLegacyMode()

/** Waits until animations have ended: half-faded text has too little contrast. */
async function motionEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // Newly mounted elements start to move a few frames later.
    for (let still = 0; still < 5; still++) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(moves)) still = -1
    }
  })
}

/** The rich-text editor's list is a button that shows its value and is named by its label, as a real select is. */
const isEditorsList = (rule: string, html: string) =>
  rule === 'label-content-name-mismatch' && html.includes('tox-listbox')

async function problemsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isEditorsList(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** The problems axe finds on the current page, one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  await motionEnded(page)
  return await problemsOf(axeOf(page))
}

/** The rules that depend on colours; the others give the same result in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Switches the system's theme, which the page follows; pages without the app follow it by style alone. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => {
    const shown = document.documentElement.getAttribute('data-mantine-color-scheme')
    return shown === null || shown === wanted
  }, colorScheme)
}

/** The problems axe finds in light and dark, without reloading the page. */
export async function axeProblemsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'light')
  const light = await axeProblems(page)
  await showTheme(page, 'dark')
  const dark = await problemsOf(axeOf(page).withRules(COLOUR_RULES))
  return [...light.map((problem) => `light: ${problem}`), ...dark.map((problem) => `dark: ${problem}`)]
}
