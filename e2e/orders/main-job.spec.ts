import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import { credentials } from '#e2e/lib/server.ts'

interface EventRow {
  id: number
  name: string
  emailTemplate: { id: number; title: string } | null
}

test('find an order, set its next event, and the client gets the mail', async ({ page, server }) => {
  const call = await asAdmin(server)
  const { items: events } = await call<{ items: EventRow[] }>('request/event/get_all?per_page=1000')
  const nextOf = (id: number | null) => events.find((event) => event.id > (id ?? 0))
  const order = await findOrder(
    server,
    // Cargo that was received is asked about before an earlier event.
    ({ status, lastEventId, bookingConfirmation, sailing }) =>
      status === 0 &&
      nextOf(lastEventId)?.emailTemplate !== null &&
      bookingConfirmation !== null &&
      !sailing?.receivedAt,
  )
  const next = nextOf(order.lastEventId)!
  const invoice = pdf(`Invoice of ${codeOf(order)}`)

  await test.step('log in', async () => {
    const { email, password } = credentials('manager')
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  })

  await test.step('paste a tracking code and open the order', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), `Re: ${shownCode(order).toLowerCase()}`)
    await page.getByLabel('Search by tracking code').focus()
    await page.keyboard.press('Control+V')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.getByRole('link', { name: String(order.id), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shownCode(order))
  })

  await test.step('set the next event with a template and a PDF', async () => {
    await page.getByRole('link', { name: 'Set next event status' }).click()
    await expect(page.getByText(`Public status: ${order.lastEventPublicStatus}`, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Next event')).toHaveValue(String(next.id))
    await expect(page.getByLabel('Send mail')).toHaveValue('')

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Invoice — Nº 7.pdf', mimeType: 'application/pdf', buffer: invoice })
    await expect(page.getByText('Documents can be sent only as addition to the mail')).toBeVisible()
    await page.getByLabel('Send mail').selectOption({ label: next.emailTemplate!.title })
    await expect(page.getByText('Documents can be sent only as addition to the mail')).toBeHidden()
    await page.getByLabel('Category of Invoice — Nº 7.pdf').selectOption({ label: 'Commercial invoice' })

    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const preview = page.getByRole('dialog', { name: next.emailTemplate!.title })
    await expect(preview.locator('iframe')).toHaveAttribute('width', '670')
    await expect(preview.frameLocator('iframe').locator('body')).toContainText(order.yourName)
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByLabel('Comment').fill('Papers attached.')
    await page.getByRole('button', { name: 'Set event' }).click()
  })

  await test.step('toast and history', async () => {
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText('New Event status was set successfully')
    await expect(page).toHaveURL(`/orders/${order.id}`)
    const newest = page.getByRole('list', { name: 'Events history' }).getByRole('listitem').first()
    await expect(newest).toContainText(next.name)
    await expect(newest).toContainText('Papers attached.')
    await expect(newest).toContainText('Manager')
    await expect(newest).toContainText('Invoice — Nº 7.pdf')
    await expect(newest).toContainText('Commercial invoice')
    await expect(newest.getByText('Sent', { exact: true })).toBeVisible({ timeout: 15_000 })
  })

  await test.step('the mail that arrived', async () => {
    const ofOrder = ({ mail }: { mail: { subject?: string } }) => mail.subject?.includes(codeOf(order)) ?? false
    const toClient = await server.mailThat((each) => ofOrder(each) && each.recipients.includes(order.email))
    expect(toClient.recipients).toEqual([order.email])
    expect(toClient.mail.to?.map(({ address }) => address)).toEqual([order.email])
    expect(toClient.mail.html).toContain(order.yourName)
    expect(toClient.mail.html).not.toContain('{{')
    // Some events bring a paper of ours as well.
    const attachment = toClient.mail.attachments.find(({ filename }) => filename === 'Invoice — Nº 7.pdf')
    expect(Buffer.from(attachment?.content as ArrayBuffer).equals(invoice)).toBe(true)

    const copy = await server.mailThat(
      (each) => ofOrder(each) && each.recipients.includes('operations@quayside.example'),
    )
    expect(copy.recipients).toEqual(['operations@quayside.example'])
    expect(copy.mail.to?.map(({ address }) => address)).toEqual([order.email])
    expect(copy.mail.bcc).toBeUndefined()
    expect(copy.mail.attachments.map(({ filename }) => filename)).toEqual(
      toClient.mail.attachments.map(({ filename }) => filename),
    )
  })

  await test.step('the mail as it was sent', async () => {
    await page.getByRole('button', { name: 'Click for preview' }).click()
    await expect(page.getByRole('dialog').frameLocator('iframe').locator('body')).toContainText(order.yourName)
  })
})
