import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'

const FEATURES = new URL('../../src/web/features/', import.meta.url).pathname

/** Nouns of the selects in the source: what a walk over all screens must have met. */
export function nounsInSource(): string[] {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )
  const uses = files.flatMap((file) => [
    ...readFileSync(join(FEATURES, file), 'utf8').matchAll(
      /<(?:ChoiceSelect|SearchSelect|ChoicesSelect)\b([\s\S]*?)\/>/g,
    ),
  ])
  const named = uses.map(
    ([, props = '']) => /\snoun="([^"]+)"/.exec(props)?.[1] ?? /\slabel="([^"]+)"/.exec(props)?.[1],
  )
  return [
    ...new Set(named.filter((noun) => noun !== undefined).map((noun) => noun.charAt(0).toLowerCase() + noun.slice(1))),
  ]
}

interface Counted extends Window {
  submits?: number
}

/** Counts forms that are really sent from now on. */
const countSubmits = (page: Page) =>
  page.evaluate(() => {
    const counted = window as Counted
    if (counted.submits === undefined)
      window.addEventListener('submit', () => {
        counted.submits = (counted.submits ?? 0) + 1
      })
    counted.submits = 0
  })
const submits = (page: Page) => page.evaluate(() => (window as Counted).submits)

const NO_MATCH = 'zzqx'

/** The five checks that every select passes, on one of the page. Leaves its value changed. */
export async function checkSelect(page: Page, field: Locator): Promise<void> {
  const list = page.locator(`[id="${await listId(field)}"]`)
  const several = (await field.evaluate((input) => input.closest('[data-multiline]') !== null)) === true
  await countSubmits(page)
  const offered = await optionsOf(field, list)
  const before = await field.inputValue()
  const words = offered.filter((label) => label !== before).map(wordOf)
  // Of two options, the second is the one that was chosen before.
  const [first, second = offered.includes(before) ? wordOf(before) : first] = words

  if (first !== undefined && second !== undefined) {
    // Type, Enter.
    await retype(page, field, first)
    const match = list.locator('[data-combobox-selected]')
    await expect(match).toHaveCount(1)
    const label = (await match.textContent()) ?? ''
    await page.keyboard.press('Enter')
    if (several) await expect(field).toHaveValue('')
    else await expect.poll(async () => label.startsWith(await field.inputValue())).toBe(true)
    await expect(field).toHaveAttribute('aria-expanded', 'false')

    // A second click keeps the text selected: typing still replaces it.
    const taken = await restored(page, field)
    await field.click()
    await field.click()
    await page.keyboard.type(second)
    await expect(field).toHaveValue(second)
    expect(await restored(page, field)).toBe(taken)

    // Type, Tab.
    await retype(page, field, second)
    await expect(list.getByText('Searching…')).toHaveCount(0)
    await expect(match.or(list.getByText('Nothing found'))).toHaveCount(1)
    const found = await list.getByRole('option').allTextContents()
    await page.keyboard.press('Tab')
    // Leaving takes the only match, or of several the one that is called so: 'Terminal', not 'Rail terminal'.
    const called = found.filter((label) => label.toLowerCase() === second.toLowerCase())
    const only = found.length === 1 ? found[0] : called.length === 1 ? called[0] : undefined
    if (only === undefined) await expect(field).toHaveAttribute('aria-invalid', 'true')
    else if (several) await expect(field).toHaveValue('')
    else await expect.poll(async () => only.startsWith(await field.inputValue())).toBe(true)

    // A key of an input method. A select of several offers no choice twice, and the chosen text is no search.
    const chosen = await restored(page, field)
    const third = several
      ? (words.find((word) => word !== first && word !== second) ?? second)
      : chosen === first
        ? second
        : first
    await retype(page, field, third)
    await expect(match).toHaveCount(1)
    await field.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true })
    await field.dispatchEvent('keydown', { key: 'Escape', code: 'Escape', isComposing: true })
    await expect(field).toHaveValue(third)
    await expect(field).toHaveAttribute('aria-expanded', 'true')

    // Escape closes the list, then restores.
    await page.keyboard.press('Escape')
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(field).toHaveValue(third)
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue(chosen)
  }

  // No match.
  await retype(page, field, NO_MATCH)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue(NO_MATCH)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(new RegExp(`^No .+ matches "${NO_MATCH}"$`)).first()).toBeVisible()
  await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit())
  await expect(field).toHaveValue(NO_MATCH)
  await restored(page, field)
  expect(await submits(page)).toBe(0)
}

/** Opens the list of a select once: then the field names it. */
async function listId(field: Locator): Promise<string> {
  await field.focus()
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-controls', /.+/)
  return (await field.getAttribute('aria-controls')) ?? ''
}

async function optionsOf(field: Locator, list: Locator): Promise<string[]> {
  const options = list.getByRole('option')
  await expect(options.or(list.getByText('Nothing found')).first()).toBeVisible()
  const labels = await options.allTextContents()
  await field.press('Escape')
  return labels
}

/** A part of a label that lists of a server find, too: its longest word. */
const wordOf = (label: string) =>
  label.split(/[^\p{L}\p{N}]+/u).toSorted((one, other) => other.length - one.length)[0] ?? label

/** Types over what the field holds, as a person does who came to it by Tab. */
async function retype(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await field.focus()
  await page.keyboard.type(text)
}

/** The chosen text, after Escape has restored it if another stood there. */
async function restored(page: Page, field: Locator): Promise<string> {
  await field.focus()
  for (let presses = 0; presses < 2; presses++) {
    const idle = (await field.getAttribute('data-mantine-stop-propagation')) === null
    if (!idle) await page.keyboard.press('Escape')
  }
  return field.inputValue()
}
