import { expect, test } from '#e2e/lib/fixtures.ts'

/** A mail that tries everything: each attempt leaves a trace that the test looks for. */
const HOSTILE = `<!doctype html><html><head>
  <meta http-equiv="refresh" content="0;url=/api/health?refreshed">
  <base href="https://evil.example/">
  <script>top.location = '/stolen'; parent.document.title = 'stolen'; alert('script')</script>
</head><body>
  <h1>A mail</h1>
  <img src="x" onerror="parent.localStorage.setItem('stolen', '1'); alert('onerror')">
  <svg onload="alert('svg')"></svg>
  <iframe srcdoc="<script>top.alert('srcdoc')</script>"></iframe>
  <form action="/api/logout" method="post" target="_top"><button id="send">Send</button></form>
  <a id="out" href="javascript:top.alert('link')" target="_top">Run</a>
  <a id="away" href="/stolen" target="_top">Away</a>
  <button id="click" onclick="alert('click')">Click</button>
</body></html>`

test('nothing in a preview runs, leaves its frame or reads the page around it', async ({ page, login }) => {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  // The reply bypasses the cleaning.
  await page.route(/\/api\/admin\/mail\/\d+$/, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, html: HOSTILE } } })
  })
  await login(page, 'admin', '/mail-log')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const frame = page.frameLocator('iframe[sandbox]').first()
  await expect(frame.getByRole('heading', { name: 'A mail' })).toBeVisible()
  const address = page.url()
  const title = await page.title()
  for (const id of ['click', 'out', 'away', 'send']) await frame.locator(`#${id}`).click()
  await page.waitForTimeout(500)
  expect(said).toEqual([])
  expect(page.url()).toBe(address)
  expect(await page.title()).toBe(title)
  expect(await page.evaluate(() => localStorage.getItem('stolen'))).toBeNull()
  expect(asked.filter((each) => /stolen|logout|health/.test(each))).toEqual([])
  await expect(frame.getByRole('heading', { name: 'A mail' })).toBeVisible()
})
