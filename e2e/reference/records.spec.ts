import type { Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, longIf, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function act(page: Page, name: string, action: 'Edit' | 'Delete') {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await expect(dialog(page)).toBeVisible()
}
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await dialog(page).getByRole('textbox', { name: label, exact: true }).fill(value)
  }
}
/** Finds a record that was just added, whatever page it is on. */
async function search(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^Search/ }).fill(text)
  await expect(page).toHaveURL(/search=/)
  await expect(rowOf(page, text)).toHaveCount(1)
}
/** Types into a select and takes the first option. */
async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  const input = dialog(page).getByRole('combobox', { name: label, exact: true })
  await input.click()
  if (typed) await input.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}
async function remove(page: Page, name: string, toast: string) {
  await act(page, name, 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(message(page)).toContainText(toast)
}
const required = (page: Page) => dialog(page).getByText('This field cannot be empty')

for (const { path, title, name, code, fields, duplicate, exists } of [
  {
    path: '/ports',
    title: 'Ports',
    name: 'Port',
    code: 'Code',
    fields: 2,
    duplicate: 'CNSHA',
    exists: 'Port with this code ID already exists',
  },
  {
    path: '/cities',
    title: 'Cities',
    name: 'City',
    code: 'Code',
    fields: 2,
    duplicate: 'CNDGG',
    exists: 'City with this code ID already exists',
  },
  {
    path: '/vessels',
    title: 'Vessels',
    name: 'Vessel',
    code: 'IMO Number',
    fields: 2,
    duplicate: '9785744',
    exists: 'Vessel with this IMO Number already exists',
  },
]) {
  test(`${title}: add, duplicate, edit and delete`, longIf(title !== 'Ports'), async ({ page, login }) => {
    await login(page, 'admin', path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page.getByRole('button', { name: `Add ${name}` }).click()
    await save(page)
    await expect(required(page)).toHaveCount(fields)
    await expect(dialog(page)).toContainText('Not all fields are filled in')
    await expect(dialog(page).getByRole('textbox', { name: code })).toBeFocused()
    await fill(page, { [code]: duplicate, Name: 'Twice' })
    await save(page)
    await expect(dialog(page)).toContainText(exists)
    await fill(page, { [code]: `Z-${name}`, Name: `Journey ${name}` })
    await save(page)
    await expect(message(page)).toContainText(`New ${name} was added successfully`)

    await search(page, `Journey ${name}`)
    await act(page, `Journey ${name}`, 'Edit')
    await fill(page, { Name: `Changed ${name}` })
    await save(page)
    await expect(message(page)).toContainText(`Your ${name} was edited successfully`)
    await search(page, `Changed ${name}`)
    await remove(page, `Changed ${name}`, `${name} was deleted successfully`)
    await expect(page.getByText('Nothing found')).toBeVisible()
  })
}

test('a port in use: the dialog says what uses it and offers no Delete, even if the use appeared meanwhile', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/ports')
  const refused = async () => {
    const question = page.getByRole('dialog', { name: 'Shanghai cannot be deleted' })
    await expect(question).toContainText(/This port is in use by .*booking confirmation/)
    await expect(question.getByRole('button')).toHaveCount(2)
    await expect(question.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expect(question).not.toContainText('Request id')
  }
  const unused = JSON.stringify({ code: 200, message: 'OK', data: { usedBy: null } })
  await page.route('**/api/port/uses/*', (route) => route.fulfill({ contentType: 'application/json', body: unused }), {
    times: 1,
  })
  await act(page, 'Shanghai', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await refused()
  await page.keyboard.press('Escape')
  await act(page, 'Shanghai', 'Delete')
  await refused()
  expect(await axeProblems(page)).toEqual([])
})

test('a UN/LOCODE is converted to upper case; a doubtful IMO number is pointed out and saved', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/ports')
  await page.getByRole('button', { name: 'Add Port' }).click()
  await fill(page, { Code: 'jptyo', Name: 'Tokyo' })
  await save(page)
  // The list jumps to the new record.
  await expect(rowOf(page, 'Tokyo')).toContainText('JPTYO')
  await visit(page, '/vessels')
  await page.getByRole('button', { name: 'Add Vessel' }).click()
  await fill(page, { 'IMO Number': '9785745', Name: 'DOUBTFUL' })
  await expect(dialog(page)).toContainText('not a valid IMO number')
  await save(page)
  await expect(message(page)).toContainText('New Vessel was added successfully')
})

test('Events: a non-system mail template is found by typing', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/events')
  await page.getByRole('button', { name: 'Add Event' }).click()
  await save(page)
  await expect(required(page)).toHaveCount(1)
  await expect(dialog(page)).toContainText('Not all fields are filled in')
  expect(await axeProblems(page)).toEqual([])
  await fill(page, { Name: 'Fumigated', 'Public status': 'Treated' })
  const select = dialog(page).getByRole('combobox', { name: 'Mail template' })
  await select.click()
  await expect(page.getByRole('option', { name: 'Arrival notice' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Password reset/ })).toHaveCount(0)
  await choose(page, 'Mail template', 'customs', /customs/i)
  await save(page)
  await expect(message(page)).toContainText('New Event was added successfully')
  await search(page, 'Fumigated')
  await act(page, 'Fumigated', 'Edit')
  await fill(page, { 'Public status': 'Treated and released' })
  await save(page)
  await expect(message(page)).toContainText('Your Event was edited successfully')
  await expect(rowOf(page, 'Treated and released')).toBeVisible()
  await remove(page, 'Fumigated', 'Event was deleted successfully')
})

test('Depots: the place fills code and name, fees are rounded, names are unique', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/depots')
  await page.getByRole('button', { name: 'Add Depot' }).click()
  await save(page)
  await expect(required(page)).toHaveCount(7)
  expect(await axeProblems(page)).toEqual([])
  await choose(page, 'Port / city', 'shek', /Shekou/)
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Shekou')
  const others = await required(page).count()
  await dialog(page).getByRole('button', { name: 'Clear port / city', includeHidden: true }).click()
  await expect(required(page)).toHaveCount(others + 1)
  await choose(page, 'Port / city', 'shek', /Shekou/)
  await expect(required(page)).toHaveCount(others)
  await dialog(page).getByRole('checkbox', { name: 'FOB' }).check()
  await dialog(page).getByRole('checkbox', { name: 'Drop-Off' }).check()
  await fill(page, {
    Tier: '2',
    DEPOT_FIXED: '40,5',
    DEPOT_VAR: '12.4',
    DEPOT_VAR_MIN: '25',
    Name: 'Xiamen Haicang CFS',
  })
  await save(page)
  await expect(dialog(page)).toContainText('Depot already exists')
  await fill(page, { Name: 'Shekou CFS' })
  await save(page)
  await expect(message(page)).toContainText('New Depot was added successfully')
  await search(page, 'Shekou CFS')
  for (const text of ['CNSHK', 'FOB, Drop-Off', '41', '12', '25'])
    await expect(rowOf(page, 'Shekou CFS')).toContainText(text)
  await act(page, 'Shekou CFS', 'Edit')
  await dialog(page).getByRole('switch', { name: 'Visibility' }).uncheck()
  await save(page)
  await expect(message(page)).toContainText('Your Depot was edited successfully')
  await expect(rowOf(page, 'Shekou CFS')).toContainText('Off')
  await remove(page, 'Shekou CFS', 'Depot was deleted successfully')
})

test('Freight: the address keeps filters and sort order, and rates have two decimals', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/freight')
  await page.getByRole('combobox', { name: 'Tier' }).click()
  await page.getByRole('option', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/tier=2/)
  await page.getByRole('combobox', { name: 'Dest' }).click()
  await page.getByRole('option', { name: 'US-CHI' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(page).not.toHaveURL(/dest=/)
  await page.getByRole('button', { name: 'CBM' }).click()
  await expect(page).toHaveURL(/sort=cbm.asc/)
  await expect(page.getByRole('columnheader', { name: 'CBM' })).toHaveAttribute('aria-sort', 'ascending')

  await visit(page, '/freight')
  await page.getByRole('button', { name: 'Add Freight' }).click()
  await save(page)
  await expect(required(page)).toHaveCount(4)
  await fill(page, { Tier: '1.5', CBM: '68.555', MT: '70' })
  await dialog(page).getByRole('combobox', { name: 'Dest' }).fill('JOURNEY')
  await save(page)
  await expect(dialog(page)).toContainText('Please enter a whole number')
  await expect(dialog(page)).toContainText('No more than 2 decimals')
  await fill(page, { Tier: '9', CBM: '68,55' })
  await save(page)
  await expect(message(page)).toContainText('New Freight was added successfully')
  await search(page, 'JOURNEY')
  await expect(rowOf(page, 'JOURNEY')).toContainText('68.55')
  await act(page, 'tier 9, JOURNEY', 'Edit')
  await fill(page, { MT: '71' })
  await save(page)
  await expect(message(page)).toContainText('Your Freight was edited successfully')
  await remove(page, 'tier 9, JOURNEY', 'Freight was deleted successfully')
})

test('Cartages: category, suggested destination, visibility and exclusion', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/cartages')
  await page.getByRole('button', { name: 'Add Cartage' }).click()
  await save(page)
  await expect(required(page)).toHaveCount(3)
  await choose(page, 'Category', '', 'CFS pick-up')
  await fill(page, { Name: 'Journey warehouse' })
  await choose(page, 'Dest', 'US-', 'US-DAL')
  await dialog(page).getByRole('switch', { name: 'Exclusion' }).check()
  await save(page)
  await expect(message(page)).toContainText('New Cartage was added successfully')
  await search(page, 'Journey warehouse')
  await expect(rowOf(page, 'Journey warehouse')).toContainText('CFS pick-up')
  await act(page, 'Journey warehouse', 'Edit')
  await dialog(page).getByRole('switch', { name: 'Visibility' }).uncheck()
  await save(page)
  await expect(message(page)).toContainText('Your Cartage was edited successfully')
  // The first switch is visibility, the second exclusion.
  await expect(rowOf(page, 'Journey warehouse')).toContainText(/Off\s*Yes/)
  await remove(page, 'Journey warehouse', 'Cartage was deleted successfully')
})

test('Constants: Enter saves, Escape restores, a comma becomes a dot; a search keeps unsaved input, a stale save asks', async ({
  page,
  login,
  server,
}) => {
  await login(page, 'admin', '/constants')
  const rate = page.getByRole('textbox', { name: 'INSURANCE_MIN' })
  await expect(page.getByRole('row').filter({ has: rate })).toContainText('Minimum premium of an insured shipment.USD')
  await rate.fill('36,5')
  await expect(rate).toHaveValue('36.5')
  await rate.press('Escape')
  await expect(rate).toHaveValue('35')
  await rate.fill('')
  await rate.press('Enter')
  await expect(page.getByText('Not all fields are filled in')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await rate.fill('36,5')
  await rate.press('Enter')
  await expect(message(page)).toContainText('Your Event was edited successfully')
  await page.reload()
  await expect(rate).toHaveValue('36.5')
  await rate.fill('35')
  await page.getByRole('button', { name: 'Save INSURANCE_MIN' }).click()
  await expect(rate).toHaveValue('35')
  await expect(page.getByRole('button', { name: 'Save INSURANCE_MIN' })).toHaveCount(0)
  await expect(rate).toBeFocused()

  await rate.fill('37')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(rate).toHaveValue('37')
  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ items: { id: number }[] }>('value/constant?search=INSURANCE_MIN', { token })
  const [{ id } = { id: 0 }] = data.items
  await server.call(`value/constant/${id}`, { method: 'PUT', token, body: { value: 38 } })
  await rate.press('Enter')
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question.getByRole('group', { name: 'Value' })).toContainText(/Mine37.*Theirs38/)
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await expect(rate).toHaveValue('37')
  await rate.press('Enter')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save INSURANCE_MIN' })).toHaveCount(0)
  expect((await server.call(`value/constant/${id}`, { token })).data).toMatchObject({ value: 37 })
  await server.call(`value/constant/${id}`, { method: 'PUT', token, body: { value: 35 } })
})

test('Pick-up locations: add, switch in the row, the same records by city', async ({ page, login }) => {
  await login(page, 'admin', '/locations')
  await page.getByRole('button', { name: 'Add Location' }).click()
  await save(page)
  await expect(required(page)).toHaveCount(5)
  await choose(page, 'City', 'shaoxing', /Shaoxing/)
  await choose(page, 'Depot', 'ningbo', /Ningbo Beilun/)
  await fill(page, { PRECAR_FIXED: '50.6', PRECAR_VAR: '17', PRECAR_VAR_MIN: 'abc' })
  await save(page)
  await expect(dialog(page)).toContainText('Please enter a number')
  await fill(page, { PRECAR_VAR_MIN: '70' })
  await save(page)
  await expect(message(page)).toContainText('New Location was added successfully')
  const name = 'Shaoxing to Ningbo Beilun CFS'
  await search(page, 'Shaoxing')
  await expect(rowOf(page, 'Shaoxing')).toContainText('51')
  const visible = page.getByRole('switch', { name: `Visibility of ${name}` })
  // The track covers the input, so a key toggles it.
  await visible.press('Space')
  await expect(message(page)).toContainText('Your Location was edited successfully')
  await act(page, name, 'Edit')
  await fill(page, { PRECAR_FIXED: '52' })
  await save(page)
  await expect(message(page)).toContainText('Your Location was edited successfully')
  await expect(rowOf(page, 'Shaoxing')).toContainText('52')

  const call = '**/api/admin/pick-up-location/get_all?*'
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'By city' }).click()
  await expect(page).toHaveURL('/locations/by-city')
  await expect(page.getByRole('table', { name: 'Pick-up Locations by city' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('No pick-up locations yet')).toHaveCount(0)
  answer()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.unroute(call)
  await search(page, 'Shaoxing')
  await expect(page.getByRole('rowheader', { name: /Shaoxing/ })).toBeVisible()
  await expect(visible).not.toBeChecked()
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Server error.', data: null } }),
  )
  await visible.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Server error.' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /Shaoxing/ })).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(visible).toBeChecked()
  await remove(page, name, 'Location was deleted successfully')
})

test('Mail settings: the switch saves at once, an address is added, edited and deleted', async ({ page, login }) => {
  await login(page, 'admin', '/mail-settings')
  await page.getByRole('switch', { name: 'Send mails to archive@quayside.example' }).press('Space')
  await expect(message(page)).toContainText('Address settings have been changed successfully')
  await expect(page.getByRole('switch', { name: 'Send mails to archive@quayside.example' })).toBeChecked()
  await page.getByRole('switch', { name: 'Send mails to archive@quayside.example' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Send mails to archive@quayside.example' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Add Address' }).click()
  await save(page)
  await expect(dialog(page)).toContainText('Email address is not correct')
  await fill(page, { Email: 'nobody' })
  await save(page)
  await expect(dialog(page)).toContainText('Email address is not correct')
  await fill(page, { Email: 'journey@quayside.example' })
  await save(page)
  await expect(message(page)).toContainText('New Address was added successfully')
  await act(page, 'journey@quayside.example', 'Edit')
  await fill(page, { Name: 'Journey' })
  await save(page)
  await expect(message(page)).toContainText('Address was edited successfully')
  await expect(rowOf(page, 'Journey')).toBeVisible()
  await remove(page, 'journey@quayside.example', 'Address was deleted successfully')
})

test('Hints: a form hint needs trade terms and has rich text', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/hints')
  await page.getByRole('button', { name: 'Add Hint' }).click()
  await fill(page, { Title: 'Journey hint' })
  await choose(page, 'Type', '', 'Form')
  await save(page)
  await expect(required(page)).toHaveCount(1)
  await choose(page, 'Shipment trade terms', '', 'Drop-Off')
  await dialog(page).frameLocator('iframe').locator('body').fill('Bring the packing list')
  await save(page)
  await expect(message(page)).toContainText('New Hint was added successfully')
  await search(page, 'Journey hint')
  await expect(rowOf(page, 'Journey hint')).toContainText('Bring the packing list')
  await expect(rowOf(page, 'Journey hint')).toContainText('Drop-Off')
  await act(page, 'Journey hint', 'Edit')
  await fill(page, { Title: 'Changed hint' })
  await save(page)
  await expect(message(page)).toContainText('Your Hint was edited successfully')
  await search(page, 'Changed hint')
  await remove(page, 'Changed hint', 'Hint was deleted successfully')
})

test('two people edit one record: separate changes are merged, conflicting fields are asked about by label', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ id: number }>('port', {
    method: 'POST',
    token,
    body: { code: 'Z-TWO', name: 'Two' },
  })
  const { id } = data
  const theirs = (body: object) => server.call(`port/${id}`, { method: 'PUT', token, body })
  await login(page, 'admin', '/ports?search=Z-TWO')
  await act(page, 'Two', 'Edit')
  await theirs({ code: 'Z-THREE' })
  await fill(page, { Name: 'Mine' })
  await save(page)
  await expect(message(page)).toContainText('Your Port was edited successfully')
  await visit(page, '/ports?search=Z-THREE')
  await act(page, 'Mine', 'Edit')
  await theirs({ name: 'Theirs' })
  await fill(page, { Name: 'Mine again' })
  await save(page)
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question).toContainText(/This record was changed by .* at/)
  await question.getByRole('radio', { name: 'Theirs' }).check()
  await question.getByRole('button', { name: 'Save' }).click()
  // The row shows the colleague's value before the save: the list heard of it while the dialog was open.
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Theirs')).toBeVisible()

  const place = { code: 'CNSHA', name: 'Depot of two', tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1 }
  const made = await server.call<{ id: number }>('value/depot', {
    method: 'POST',
    token,
    body: { ...place, originIds: [1] },
  })
  const depot = `value/depot/${made.data.id}`
  await visit(page, '/depots?search=Depot of two')
  await act(page, 'Depot of two', 'Edit')
  await server.call(depot, { method: 'PUT', token, body: { originIds: [2], status: false } })
  await dialog(page).getByRole('checkbox', { name: 'Drop-Off' }).check()
  await save(page)
  await expect(question.getByRole('group', { name: 'Category' })).toContainText(/Mine[A-Z].*, Drop-Off.*Theirs[A-Z]/)
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await server.call(depot, { method: 'DELETE', token })
})

test('an unfinished record survives leaving the page, each time the question comes', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/cities')
  for (const [screen, add] of [
    ['Ports', 'Add Port'],
    ['Cities', 'Add City'],
  ] as const) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await page.getByRole('button', { name: add }).click()
    await fill(page, { Name: 'Half' })
    await page.goBack()
    // The question lies above the record's dialog, which was opened after it.
    await page.getByRole('button', { name: 'stay here' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Half')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  }
})
