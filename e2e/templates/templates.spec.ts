import type { Page } from '@playwright/test'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

const body = (page: Page) => page.frameLocator('.tox-edit-area__iframe').locator('body#hugerte')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Variables and html-blocks' })
const insert = (page: Page, name: RegExp) => panel(page).getByRole('button', { name }).click()
const shown = (page: Page) => page.frameLocator('iframe[title="Preview of the mail"]').locator('body')
const rowMenu = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a mail is written, previewed in both branches, test-sent, copied and deleted', async ({
  page,
  login,
  server,
}) => {
  test.setTimeout(120_000)
  await login(page, 'admin', '/templates')
  await page.getByRole('link', { name: 'Create mail' }).click()
  await expect(body(page)).toBeVisible()

  await test.step('an empty mail is neither previewed nor saved', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('Mail cannot be empty')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('This field cannot be empty')).toBeVisible()
    await expect(page.getByText('This block cannot be empty')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
  })

  await test.step('variables, a block and a condition are inserted from the panel', async () => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Journey')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Shipment ')
    await insert(page, /^Insert Tracking code/)
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Shipment {{ order.trackingCode }}')
    await body(page).click()
    await page.keyboard.type('Dear ')
    await insert(page, /^Insert Contact name/)
    await page.keyboard.type('. ')
    await panel(page).getByRole('button', { name: 'if', exact: true }).click()
    await page.keyboard.type('Known origin')
    await panel(page).getByRole('button', { name: 'else', exact: true }).click()
    await page.keyboard.type('Origin open')
    await expect(panel(page).getByRole('button', { name: /^Insert Contact name .*used in this text$/ })).toBeVisible()
  })

  await test.step('an unclosed if is refused with its line number', async () => {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('The if on line 1 has no endif')).toBeVisible()
    await body(page).click()
    await page.keyboard.press('Control+End')
    await panel(page).getByRole('button', { name: 'endif', exact: true }).click()
    await page.getByRole('textbox', { name: 'Search variables and html-blocks' }).fill('foot')
    await insert(page, /^Insert Footer/)
  })

  await test.step('the preview shows both branches', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(shown(page)).toContainText('Known origin')
    await expect(page.getByText(/^Subject: Shipment [A-Z]{4}\d{8}$/)).toBeVisible()
    const condition = page.getByRole('radiogroup', { name: 'Condition order.origin' })
    if (!(await condition.isVisible())) await page.getByRole('button', { name: 'Conditions' }).click()
    await condition.getByText('No').click()
    await expect(shown(page)).toContainText('Origin open')
    await expect(shown(page)).not.toContainText('Known origin')
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Text').click()
    await expect(page.locator('pre')).toContainText('Origin open')
    expect(await axeProblems(page)).toEqual([])
  })

  await test.step('a test mail arrives as html and text', async () => {
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await expect(page.getByText('Test mail was sent to admin@quayside.example')).toBeVisible()
    const received = await server.mailThat(({ mail }) => mail.subject?.startsWith('[TEST] Shipment ') ?? false)
    expect(received.mail.html).toContain('Origin open')
    expect(received.mail.text).toContain('Origin open')
    await page.keyboard.press('Escape')
  })

  await test.step('it is saved, copied to the end of the list and deleted', async () => {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('New mail was created successfully')).toBeVisible()
    // The list jumps to the new record, on its last page.
    await rowMenu(page, 'Journey', 'Copy')
    await expect(page.getByText('Copy of the template was created and appended to the end of the list')).toBeVisible()
    // The number of that page depends on the mails of other journeys.
    await page.goto('/templates?per_page=100')
    await expect(page.locator('tbody tr').last()).toContainText('Journey (copy)')
    for (const title of ['Journey (copy)', 'Journey']) {
      await rowMenu(page, title, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: `Actions for ${title}`, exact: true })).toBeHidden()
    }
    await expect(page.getByText('Mail was deleted successfully').first()).toBeVisible()
  })
})

test('a system mail offers neither Copy nor Delete', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/templates')
  await page.getByRole('button', { name: 'Actions for Booking request' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
})

test('a changed block appears in the mails that use it, and cannot be deleted while used', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/templates?tab=blocks&search=footer')
  await rowMenu(page, 'Footer', 'Delete')
  await expect(page.getByRole('dialog')).toContainText('mails use it')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Footer' }).first().click()
  await page.getByText('Source', { exact: true }).click()
  const source = page.getByRole('textbox', { name: 'Body of the html-block, source' })
  await source.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('<p>Changed footer</p>')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('HTML-block was edited successfully')).toBeVisible()
  // The list has not changed.
  await expect(page).toHaveURL(/\/templates\?tab=blocks&search=footer$/)
  await page.goto('/edit-mail/1')
  await expect(body(page)).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(shown(page)).toContainText('Changed footer')
})

test('leaving asks and mentions the draft, staying keeps the text, and the draft is offered again', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/create-html-block')
  await page.getByRole('textbox', { name: 'Title' }).fill('Half done')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toContainText('A draft stays in this browser')
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half done')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'leave', exact: true }).click()
  await expect(page).toHaveURL(/\/templates\?tab=blocks/)
  await page.getByRole('link', { name: 'Create html-block' }).click()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half done')
})

test('two people edit one mail: separate changes are merged, conflicting ones are asked about', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { token } = await server.tokenOf('manager')
  const draft = { title: 'Two authors', subject: 'First', content: '<p>Text</p>' }
  const { data } = await server.call<{ id: number }>('template/email', { method: 'POST', token, body: draft })
  const { id } = data
  await login(page, 'admin', `/edit-mail/${id}`)
  await expect(body(page)).toBeVisible()
  const theirs = { title: 'Their title', subject: 'Their subject', events: [2] }
  expect((await server.call(`template/email/${id}`, { method: 'PUT', token, body: theirs })).code).toBe(200)
  await page.getByRole('textbox', { name: 'Subject' }).fill('My subject')
  await page.getByRole('combobox', { name: 'Suggested for these events' }).click()
  await page.getByRole('option', { name: 'Booking Received' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Submit' }).click()
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question.getByRole('group')).toHaveCount(2)
  await expect(question.getByRole('group', { name: 'Events' })).toContainText(/Booking Received.*Booking Confirmed/)
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('My subject')
  await page.getByRole('button', { name: 'Submit' }).click()
  await question.getByRole('group', { name: 'Events' }).getByRole('radio', { name: 'Theirs' }).check()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mail was edited successfully')).toBeVisible()
  expect((await server.call(`template/email/${id}`, { token })).data).toMatchObject({
    title: 'Their title',
    subject: 'My subject',
    events: [{ name: 'Booking Confirmed' }],
  })
})

test('a mail or block that fails to load leads to the list with the reason', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/edit-mail/999999')
  await expect(page.getByRole('alert', { name: 'Errors' })).toContainText(/Error.*not found/i)
  await expect(page).toHaveURL(/\/templates$/)
  await page.goto('/edit-html-block/x')
  await expect(page).toHaveURL(/\/templates$/)
})

test('a variable’s description is edited in place, and a stale save asks', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  await login(page, 'admin', '/templates?tab=variables')
  const pencil = page.getByRole('button', { name: 'Edit the description of Order status' })
  await pencil.press('Enter')
  const field = page.getByRole('textbox', { name: 'Description of Order status' })
  await field.fill('x'.repeat(101))
  await field.press('Enter')
  await expect(page.getByText('Description must be no more than 100 characters')).toBeVisible()
  await field.fill('How far the order is')
  await field.press('Enter')
  await expect(page.getByText('Variable was edited successfully')).toBeVisible()
  await expect(page.getByText('How far the order is')).toBeVisible()
  await expect(pencil).toBeFocused()

  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ items: { id: number }[] }>('template/variable?search=order.status', { token })
  const [{ id } = { id: 0 }] = data.items
  await pencil.press('Enter')
  await server.call(`template/variable/${id}`, { method: 'PUT', token, body: { description: 'By the manager' } })
  await field.fill('By me')
  await field.press('Enter')
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question).toContainText('By the manager')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('By me')).toBeVisible()
  await expect(pencil).toBeFocused()
  await pencil.press('Enter')
  await field.press('Escape')
  await expect(pencil).toBeFocused()
})

test('the mail log filters by state and shows a mail as sent', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/mail-log')
  await page.getByRole('combobox', { name: 'State' }).selectOption('sent')
  await expect(page).toHaveURL(/state=sent/)
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Recipients' })).toContainText('To ')
  await expect(page.frameLocator('iframe[title="Mail as sent"]').locator('body')).not.toBeEmpty()
  expect(await axeProblems(page)).toEqual([])
})

test('of the events that use a mail the first is shown, the others on demand', async ({ page, login, server }) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: { id: number; name: string }[] }>('request/event/get_all?per_page=3', {
    token,
  })
  const events = data.items
  const title = 'Sent by three events'
  const body = { title, subject: 's', content: '<p>x</p>', events: events.map(({ id }) => id) }
  expect((await server.call('template/email', { method: 'POST', token, body })).message).toBe('OK')
  await login(page, 'admin', `/templates?search=${encodeURIComponent(title)}`)
  const list = page.getByRole('list', { name: `Events of ${title}` })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: `2 more events of ${title}` }).click()
  await expect(list.getByRole('listitem')).toHaveText([/^Booking Received/, 'Booking Confirmed', 'Cargo Not Ready'])
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).hover()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('These 3 events lose their mail: Booking Received')
  expect(await axeProblems(page)).toEqual([])
})

test('a failed mail is sent again, then all failed mails', { tag: '@long' }, async ({ page, login, server }) => {
  await login(page, 'admin', '/mail-log?state=failed')
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toContainText('Failed')
  const failed = await rows.count()
  expect(failed).toBeGreaterThan(1)
  const subject = ((await rows.first().getByRole('link').nth(2).textContent()) ?? '').trim()

  await test.step('one mail, with the reason it failed', async () => {
    const link = rows.first().getByRole('link').first()
    await expect(link).toHaveAttribute('href', /\/mail-log\?.*state=failed.*mail=\d+/)
    await link.click()
    const recipients = page.getByRole('list', { name: 'Recipients' })
    await expect(recipients).toContainText('Failed')
    await expect(recipients).toContainText(/Gave up|5\d\d |refused/)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await expect(page.getByText('The mail will be sent again')).toBeVisible()
    await expect(recipients).not.toContainText('Failed')
    await expect(recipients.getByRole('listitem').first()).toContainText('Sent', { timeout: 20_000 })
    await server.mailThat(({ mail }) => mail.subject === subject)
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(failed - 1)
  })

  await test.step('all failed mails', async () => {
    const search = page.getByRole('textbox', { name: 'Search mails' })
    await search.fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Retry failed matches' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('There are no failed mails matching "nobody@nowhere.example".')
    await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await search.fill('')
    await page.getByRole('button', { name: 'Retry all failed' }).click()
    await expect(dialog).toContainText(`${failed - 1} failed mail`)
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(/^[1-9]\d* mails? will be sent again$/)).toBeVisible()
    await expect(page.getByText('No mails in this state')).toBeVisible()
  })

  await test.step('a mail is found by its subject', async () => {
    await visit(page, '/mail-log')
    await page.getByRole('textbox', { name: 'Search mails' }).fill(subject)
    await expect(rows.filter({ hasText: subject }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: subject })).toHaveCount(0)
  })
})

test('the source view of a mail passes axe', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/edit-mail/5')
  await expect(body(page)).toBeVisible()
  await page.getByText('Source', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: /, source$/ })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})
