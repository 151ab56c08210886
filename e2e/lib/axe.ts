import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'

// The readable source takes twice as long to send and to compile.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Scripts do not run in the frame of a shown mail: axe would wait for it forever. */
const SANDBOXED = 'iframe[sandbox]'

async function isSandboxed(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return false
  const element = await frame.frameElement().catch((error) => {
    if (!frame.isDetached()) throw error
  })
  // An element that is gone by now cannot be looked into, either.
  return !element || (await element.getAttribute('sandbox')) !== null
}

/** Loads axe once into the page and its frames, which are of our own origin. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await isSandboxed(frame)) continue
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  }
}

async function run(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  await loadAxe(page)
  return page.evaluate(
    async ([exclude, wanted]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe }
      loaded.configure({ allowedOrigins: ['<same_origin>'] })
      const { violations } = await loaded.run({ exclude }, { ...wanted, resultTypes: ['violations'] })
      return violations
    },
    [SANDBOXED, options] as const,
  )
}

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

/**
 * The rich-text editor's list is a button that shows its value and is named by its label, as a real select
 * is.
 */
const isEditorsList = (rule: string, html: string) =>
  rule === 'label-content-name-mismatch' && html.includes('tox-listbox')

async function problemsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  return (await run(page, options))
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isEditorsList(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** The problems axe finds on the current page, one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  await motionEnded(page)
  return await problemsOf(page)
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
  const dark = await problemsOf(page, { runOnly: COLOUR_RULES })
  return [...light.map((problem) => `light: ${problem}`), ...dark.map((problem) => `dark: ${problem}`)]
}
