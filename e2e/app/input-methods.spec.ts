import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/lib/fixtures.ts'

/** An input method of the browser: composes texts one after the other, and chooses one. */
async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    compose: async (...texts: string[]) => {
      for (const text of texts)
        await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    },
    commit: (text: string) => session.send('Input.insertText', { text }),
  }
}

test('keys of a composition act on nothing, and no field rewrites a text that is being composed', {
  tag: '@long',
}, async ({ page, login, server }) => {
  await login(page, 'admin', '/')
  const { compose, commit } = await inputMethod(page)

  await test.step('the search of the orders list', async () => {
    const search = page.getByLabel('Search by tracking code')
    await search.click()
    await compose('l', 'lk', 'lkb', 'lkbs')
    await expect(search).toHaveValue('lkbs')
    await page.keyboard.press('Enter')
    await expect(search).toHaveValue('lkbs')
    await commit('lkbs')
    await expect(search).toHaveValue('LKBS - ')
    await page.keyboard.type('84067328')
    await expect(search).toHaveValue('LKBS - 8406 - 7328')
    await search.fill('')
    await commit('ＬＫＢＳ８４０６７３２８')
    await expect(search).toHaveValue('LKBS - 8406 - 7328')
  })

  await test.step('a cell', async () => {
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
    await login(page, 'admin', '/templates?tab=variables')
    await page
      .getByRole('button', { name: /^Edit the description of/ })
      .first()
      .click()
    const field = page.getByLabel(/^Description of/)
    await field.fill('')
    await compose('chuan', 'chuan ming')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('chuan ming')
    expect(saves).toEqual([])
    await commit('船名')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  })

  await test.step('colleagues in a note', async () => {
    const [order] = (
      await server.call<{ items: { id: number }[] }>('request/booking/get_all', {
        token: (await server.tokenOf('admin')).token,
      })
    ).data.items
    await login(page, 'admin', `/orders/${order?.id}?notes=true`)
    const note = page.getByRole('textbox', { name: 'New note' })
    await note.fill('@')
    await compose('m', 'ma')
    await expect(page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(note).toHaveValue('@ma')
    await expect(page.getByRole('listbox', { name: 'Colleagues' })).toBeVisible()
  })
})
