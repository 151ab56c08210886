import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/lib/fixtures.ts'

const body = (page: Page) => page.frameLocator('.tox-edit-area__iframe').locator('body#hugerte')

/** Pastes HTML as the browser hands it to the editor. */
const paste = (page: Page, html: string) =>
  body(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test('pastes from Word and Google Docs keep lists, bold and italic, and pictures on the disk leave nothing', async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/create-article')
  await body(page).click()
  await paste(page, readFileSync('tests/cases/files/word-paste.html', 'utf8'))
  await expect(body(page).locator('ul > li')).toHaveText(['First item'])
  await expect(body(page).locator('img')).toHaveCount(0)
  expect(await body(page).innerHTML()).not.toMatch(/mso|Mso|<!--|·|o:p/)

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await paste(page, readFileSync('tests/cases/files/google-docs-paste.html', 'utf8'))
  await expect(body(page).locator('strong')).toHaveText(['bold'])
  await expect(body(page).locator('em')).toHaveText(['italic'])
  await expect(body(page)).toHaveText('Plain bold italic')
})
