import type { Locator, Page } from '@playwright/test'

/** Counts what a person does: presses and keys, each an action. */
export function countedHands(page: Page) {
  let actions = 0
  return {
    /** Presses this, or the button of this name. */
    click: async (what: RegExp | Locator, within: Pick<Page, 'getByRole'> = page) => {
      actions++
      await (what instanceof RegExp ? within.getByRole('button', { name: what }) : what).click()
    },
    press: async (key: string) => {
      actions++
      await page.keyboard.press(key)
    },
    /** Types a text, which is one action. */
    type: async (text: string) => {
      actions++
      await page.keyboard.type(text)
    },
    actions: () => actions,
  }
}
