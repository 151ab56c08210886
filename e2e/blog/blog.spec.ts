import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

const body = (page: Page) => page.frameLocator('.tox-edit-area__iframe').locator('body#hugerte')
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6f9f' } })
    .png()
    .toBuffer()
const file = async (name: string, width = 1415, height = 545) => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(width, height),
})

test('an article is created with pictures, placed, hidden after a question, and deleted', async ({
  page,
  login,
  server,
}) => {
  test.setTimeout(120_000)
  await login(page, 'admin', '/blog?tab=resources')
  await page.getByRole('link', { name: 'Create article' }).click()
  await expect(page.getByRole('combobox', { name: 'Section' })).toHaveValue('resources')
  await expect(body(page)).toBeVisible()

  await test.step('missing input is reported at its field', async () => {
    await page.getByRole('button', { name: 'Create article' }).click()
    await expect(page.getByText('This field cannot be empty')).toHaveCount(2)
    await expect(page.getByText('This block cannot be empty')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
  })

  await test.step('a file over 4 MB is refused before the upload', async () => {
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(4 * 1024 * 1024 + 1) }
    await page.getByLabel('Preview image', { exact: true }).and(page.locator('input')).setInputFiles(large)
    await expect(page.getByText('Error. Maximal image size is 4 Mb')).toBeVisible()
  })

  await test.step('title, pictures and text', async () => {
    await page.getByRole('combobox', { name: 'Section' }).selectOption('news')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Übersee & Hafen')
    await page.getByRole('textbox', { name: 'Meta description' }).fill('News from the port')
    await page
      .getByLabel('Preview image', { exact: true })
      .and(page.locator('input'))
      .setInputFiles(await file('port.png'))
    await expect(page.getByRole('img', { name: 'Preview: port.png' })).toBeVisible()
    await body(page).click()
    await page.keyboard.type('The port grows.')
    await page.getByRole('button', { name: 'Insert/edit image' }).click()
    const dialog = page.getByRole('dialog')
    // The dialog opens on Upload.
    await dialog.locator('input[type=file]').setInputFiles(await file('inside.png', 400, 200))
    await expect(dialog.getByLabel('Source')).toHaveValue(/\/images\/[\w-]+\/1415\.webp/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(body(page).locator('img')).toHaveCount(1)
  })

  await test.step('the preview matches the public page', async () => {
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const shown = page.frameLocator('iframe[title="Preview of the article"]')
    await expect(shown.getByRole('heading', { name: 'Übersee & Hafen' })).toBeVisible()
    await expect(shown.locator('img')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create article' }).click()
    await expect(page.getByText('New article was created successfully')).toBeVisible()
  })

  /** Another user changes the slots of News; returns the previous ones. */
  const asManager = async (change: (news: (number | null)[]) => (number | null)[]) => {
    const { token } = await server.tokenOf('manager')
    const { data } = await server.call<Record<'news' | 'resources', (number | null)[]>>('article/position', { token })
    const { news, resources } = data
    await server.call('article/position', { method: 'POST', token, body: { news: change(news), resources } })
    return news
  }
  const row = page.locator('tbody tr').filter({ hasText: 'Übersee & Hafen' })
  await test.step('it starts hidden, then appears on its public page', async () => {
    await expect(row.getByRole('switch')).not.toBeChecked()
    await expect(row.getByRole('link')).toHaveAttribute('href', /\/site\/article\/uebersee-and-hafen$/)
    expect((await page.request.get(`${server.url}/site/article/uebersee-and-hafen`)).status()).toBe(404)
    await row.locator('label').first().click()
    await expect(page.getByText('Visibility of article was changed successfully')).toBeVisible()
    expect((await page.request.get(`${server.url}/site/article/uebersee-and-hafen`)).status()).toBe(200)
  })

  await test.step('it is placed in the main view; Submit appears only after a change', async () => {
    await page.getByRole('tab', { name: 'Main view' }).click()
    const slot = page.getByRole('combobox', { name: 'Third of News' })
    await expect(slot).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden()
    await slot.click()
    await page.getByRole('option', { name: 'Übersee & Hafen' }).click()
    const [first] = await asManager((news) => [null, ...news.slice(1)])
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Articles order was saved successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden()
    // A slot another user emptied stays empty; a slot both changed is asked about.
    await expect(page.getByRole('combobox', { name: 'First of News' })).toHaveValue('No article')
    await expect(slot).toHaveValue('Übersee & Hafen')
    const second = page.getByRole('combobox', { name: 'Second of News' })
    await second.click()
    await page.getByRole('option', { name: 'No article' }).click()
    await asManager((news) => news.map((id, index) => (index === 1 ? (first ?? null) : id)))
    await page.getByRole('button', { name: 'Submit' }).click()
    const question = page.getByRole('dialog', { name: 'Changed by someone else' })
    await expect(question.getByRole('group', { name: 'Second of News' })).toContainText(/MineNo article.*Theirs\w/)
    await question.getByRole('radio', { name: 'Theirs' }).check()
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(question).toBeHidden()
    await expect(second).not.toHaveValue('No article')
    await expect(slot).toHaveValue('Übersee & Hafen')
  })

  await test.step('an article that is placed is offered in every slot; choosing it swaps the two', async () => {
    const fourth = page.getByRole('combobox', { name: 'Fourth of News' })
    const before = await fourth.inputValue()
    await fourth.click()
    await page.getByRole('option', { name: 'Übersee & Hafen swaps with Third' }).click()
    await expect(fourth).toHaveValue('Übersee & Hafen')
    await expect(page.getByRole('combobox', { name: 'Third of News' })).toHaveValue(before)
    await page.getByRole('combobox', { name: 'Third of News' }).click()
    await page.getByRole('option', { name: 'Übersee & Hafen swaps with Fourth' }).click()
    await expect(fourth).toHaveValue(before)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden()
  })

  await test.step('hiding it asks first and frees its slot', async () => {
    await page.getByRole('tab', { name: 'News' }).click()
    await expect(row).toContainText('Third in the main view')
    await row.locator('label').first().click()
    const dialog = page.getByRole('dialog', { name: 'Hide Übersee & Hafen?' })
    await expect(dialog).toContainText('slot 3')
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Hide' }).click()
    await expect(row.getByRole('switch')).not.toBeChecked()
    await page.getByRole('tab', { name: 'Main view' }).click()
    await expect(page.getByRole('combobox', { name: 'Third of News' })).toHaveValue('No article')
  })

  await test.step('deleted', async () => {
    await page.getByRole('tab', { name: 'News' }).click()
    await page.getByRole('button', { name: 'Delete Übersee & Hafen' }).click()
    const dialog = page.getByRole('dialog')
    // A failed deletion keeps the dialog open with the reason.
    await page.route(
      '**/api/article/delete/*',
      (route) => route.fulfill({ status: 500, json: { code: 500, message: 'Server error.', data: null } }),
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Server error.')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Article was deleted successfully')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})

test('browser Back asks before leaving an edited article, and Cancel returns to the list as it was', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/blog')
  const edit = page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^Edit / })
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page).toHaveURL(/\/blog\?sort=title\.asc$/)
  await edit.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page).toHaveURL(/\/blog\?sort=title\.asc$/)
  await edit.click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Other title')
  await page.goBack()
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Other title')
  await page.goBack()
  await page.getByRole('button', { name: 'leave', exact: true }).click()
  await expect(page).toHaveURL(/\/blog\?sort=title\.asc$/)
})

test('moving a placed article to the other section asks first, and the draft is offered again', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/blog')
  const edit = page.getByRole('button', { name: 'Edit New scales at the Yantian depot' })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await edit.click()
  await page.getByRole('combobox', { name: 'Section' }).selectOption('resources')
  await title.fill('New scales, moved')
  await page.getByRole('button', { name: 'Edit article' }).click()
  const question = page.getByRole('dialog', { name: 'Move to the other section?' })
  await expect(question).toContainText('slot 6')
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'leave', exact: true }).click()
  await page.getByRole('tab', { name: 'News' }).click()
  await edit.click()
  await expect(title).toHaveValue('New scales at the Yantian depot')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(title).toHaveValue('New scales, moved')
  await page.getByRole('button', { name: 'Edit article' }).click()
  await question.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Article was edited successfully')).toBeVisible()
  await page.getByRole('tab', { name: 'Main view' }).click()
  await expect(page.getByRole('combobox', { name: 'Sixth of News' })).toHaveValue('No article')
})

test('an article that fails to load leads to the blog with the reason', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/edit-article/999999')
  await expect(page.getByRole('alert', { name: 'Errors' })).toContainText(/Error.*not found/i)
  await expect(page).toHaveURL(/\/blog$/)
})

test('the dialog that inserts a picture into an article passes axe', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/create-article')
  await expect(body(page)).toBeVisible()
  await page.getByRole('button', { name: 'Insert/edit image' }).click()
  await expect(page.getByRole('tab', { name: 'Upload', selected: true })).toBeFocused()
  expect(await axeProblemsInBothThemes(page), 'image upload').toEqual([])
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page.getByRole('dialog').getByText('Image list')).toBeVisible()
  expect(await axeProblemsInBothThemes(page), 'image list').toEqual([])
})
