import { expect, type Locator, type Page } from '@playwright/test'

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

/**
 * Drags something onto a place that shows `data-over` while it would take it. A drag that Chromium loses on a
 * busy machine is begun again; what was dropped is never dropped twice. Rows must stand still meanwhile.
 */
export async function dragOnto(page: Page, handle: Locator, place: Locator): Promise<void> {
  const overPlace = async () => {
    const { x, y, width, height } = (await place.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
  }
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await handle.hover()
    await page.mouse.down()
    await place.scrollIntoViewIfNeeded()
    // The first move starts the drag, the second is over the place.
    await overPlace()
    await overPlace()
    await expect(place).toHaveAttribute('data-over', 'true', { timeout: 5_000 })
  }).toPass()
  await page.mouse.up()
}
