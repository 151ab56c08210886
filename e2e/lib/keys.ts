import { expect, type Locator, type Page } from '@playwright/test'

/** Presses of Tab after which a field is not to be reached. */
const MOST = 80

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Goes to an element with Tab alone, or with Shift+Tab (`back`); fails if the focus never gets there. */
export async function tabTo(page: Page, target: Locator, { back = false } = {}): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < MOST && !(await hasFocus(target)); pressed++)
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  await expect(target).toBeFocused()
}

/** Goes to a button or link with Tab, and presses Enter. */
export async function pressOn(page: Page, target: Locator, where: { back?: boolean } = {}): Promise<void> {
  await tabTo(page, target, where)
  await page.keyboard.press('Enter')
}

/** Goes to a field with Tab, and types over what it has. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
