import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { withoutTags } from '#contract/lib/markup/tags.ts'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { SMALL_MAILS, TAGS_IN_WHOLE_MAIL, WHOLE_MAIL } from '#contract/templates/fixtures/mails.ts'
import { expect, longIf, test } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { visit } from '#e2e/lib/visit.ts'
import { MAIL_LAYOUTS } from './mail-layouts.ts'

/** Every template tag with its surroundings, ignoring what a browser adds to tables. */
function places(html: string): string[] {
  const tokens = tokenize(html).filter(
    (token) => token.name !== 'tbody' && (token.kind !== 'text' || html.slice(token.begin, token.end).trim() !== ''),
  )
  const shown = (index: number) => {
    const token = tokens[index]
    if (!token) return ''
    return token.kind === 'start' || token.kind === 'end' ? `${token.kind} ${token.name}` : token.kind
  }
  return tokens.flatMap((token, index) => {
    const source = html.slice(token.begin, token.end)
    if (token.kind === 'tag') return [`${shown(index - 1)} | ${source} | ${shown(index + 1)}`]
    if (token.kind === 'comment' && withoutTags(source) !== source) return [source]
    return token.attributes.some(({ tagged }) => tagged)
      ? [
          `<${token.name} ${token.attributes
            .filter(({ tagged }) => tagged)
            .map(({ begin, end }) => html.slice(begin, end))
            .join(' ')}>`,
        ]
      : []
  })
}

const tagsIn = (html: string) => html.match(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g) ?? []

/** The frame being edited; the other frame with this address only parses. */
const text = (page: Page) => page.frameLocator('.tox-edit-area__iframe').locator('body#hugerte')

interface Stored {
  id: number
  content: string
}
async function store(server: RunningServer, token: string, content: string): Promise<Stored> {
  const { data, message } = await server.call<Stored>('template/email', {
    method: 'POST',
    token,
    body: { title: 'Layout', subject: 'Hi', content },
  })
  expect(message).toBe('OK')
  return data
}
const read = async (server: RunningServer, token: string, id: number) =>
  (await server.call<Stored>(`template/email/${id}`, { token })).data.content

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Mail was edited successfully').last()).toBeVisible()
  // The toast of an earlier save may still show; only a saved mail leads back to the list.
  await expect(page).toHaveURL(/\/templates$/)
}

/** Runs an editor command, as the toolbar does. */
const command = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { hugerte } = window as unknown as { hugerte: { activeEditor: { execCommand: (name: string) => void } } }
    hugerte.activeEditor.execCommand(wanted)
  }, name)

/** Pastes HTML at the cursor. */
const paste = (page: Page, html: string) =>
  text(page).evaluate((body, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

/** Puts the cursor at the end of the first text in an element of this kind. */
async function cursorIn(page: Page, selector: string) {
  // The editor is hidden until its text is loaded.
  await expect(text(page)).toBeVisible()
  await text(page).focus()
  await text(page)
    .locator(selector)
    .first()
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const node = walker.nextNode() ?? element
      const range = element.ownerDocument.createRange()
      range.setStart(node, node.textContent?.length ?? 0)
      const selection = element.ownerDocument.getSelection()
      selection?.removeAllRanges()
      selection?.addRange(range)
    })
}

for (const [name, content] of Object.entries(MAIL_LAYOUTS)) {
  test(
    `${name}: untouched parts are saved unchanged, and typed text stays where it was typed`,
    longIf(!name.startsWith('preheader')),
    async ({ page, login, server }) => {
      const { token } = await server.tokenOf('admin')
      const stored = await store(server, token, content)
      await test.step('the server keeps it', () => expect(stored.content).toBe(content))

      await test.step('changing the title leaves the text unchanged', async () => {
        await login(page, 'admin', `/edit-mail/${stored.id}`)
        await expect(text(page)).toBeVisible()
        await page.getByRole('textbox', { name: 'Title' }).fill('Layout, renamed')
        await submit(page)
        expect(await read(server, token, stored.id)).toBe(content)
      })

      await test.step('typing and undo', async () => {
        await visit(page, `/edit-mail/${stored.id}`)
        await cursorIn(page, 'td:not([data-tpl-row] td), p')
        await page.keyboard.type(' QUAY')
        await expect(text(page)).toContainText('QUAY')
        await page.keyboard.press('Control+z')
        await expect(text(page)).not.toContainText('QUAY')
        await page.keyboard.type(' DOCK')
        await submit(page)
        const typed = await read(server, token, stored.id)
        expect(typed).toContain('DOCK')
        expect(places(typed.replace(' DOCK', ''))).toEqual(places(content))
        // Error messages name lines.
        expect(typed.split('\n').length).toBeGreaterThan(content.split('<p').length)
      })

      // Rows for Outlook are inside comments, so no row can be inserted beside them.
      if (!content.replace(/<!--[\s\S]*?-->/g, '').includes('<tr')) return
      await test.step('rows inserted and removed', async () => {
        await visit(page, `/edit-mail/${stored.id}`)
        await cursorIn(page, 'td')
        await command(page, 'mceTableInsertRowAfter')
        await command(page, 'mceTableDeleteRow')
        await page.keyboard.type('PIER')
        await submit(page)
        expect(tagsIn(await read(server, token, stored.id)).sort()).toEqual(tagsIn(content).sort())
      })
    },
  )
}

/** Opens a text that the server would not store (loops, unknown names) as a draft kept in the browser. */
async function openDraft(page: Page, userId: number, content: string) {
  await page.evaluate(
    ([id, typed]) => {
      const values = { title: 'T', subject: '', content: typed, events: [] }
      localStorage.setItem(
        `quayside-draft:${id}:mail:new`,
        JSON.stringify({ savedAt: new Date().toISOString(), values }),
      )
    },
    [userId, content] as const,
  )
  await visit(page, '/create-mail')
  await page.getByRole('button', { name: 'Restore draft' }).click()
}

const draftOf = (page: Page, userId: number) =>
  page.evaluate((id) => {
    const stored = localStorage.getItem(`quayside-draft:${id}:mail:new`)
    return stored ? String(JSON.parse(stored).values.content) : ''
  }, userId)

test('all 31 tags of a whole mail survive typing in it', { tag: '@long' }, async ({ page, login, server }) => {
  const { id } = await server.tokenOf('admin')
  await login(page, 'admin', '/templates')
  await openDraft(page, id, WHOLE_MAIL)
  await cursorIn(page, 'p')
  await page.keyboard.type(' QUAY')
  await expect.poll(() => draftOf(page, id)).toContain('QUAY')
  const typed = await draftOf(page, id)
  expect(tagsIn(WHOLE_MAIL)).toHaveLength(TAGS_IN_WHOLE_MAIL)
  expect(tagsIn(typed)).toEqual(tagsIn(WHOLE_MAIL))
  expect(places(typed.replace(' QUAY', ''))).toEqual(places(WHOLE_MAIL))
})

for (const name of ['fragment', 'full']) {
  test(
    `the fixture ${name} keeps its 31 tags over typing, Enter, undo and row operations`,
    longIf(name === 'full'),
    async ({ page, login, server }) => {
      const mail = readFileSync(`src/contract/templates/fixtures/editor/${name}.html`, 'utf8')
      const { id } = await server.tokenOf('admin')
      await login(page, 'admin', '/templates')
      await openDraft(page, id, mail)
      await cursorIn(page, 'p')
      await page.keyboard.type(' QUAY')
      await expect.poll(() => draftOf(page, id)).toContain('QUAY')
      const typed = await draftOf(page, id)
      expect(tagsIn(typed)).toEqual(tagsIn(mail))
      expect(places(typed.replace(' QUAY', ''))).toEqual(places(mail))

      await page.keyboard.press('Enter')
      await page.keyboard.type('DOCK')
      await expect.poll(() => draftOf(page, id)).toContain('DOCK')
      expect(tagsIn(await draftOf(page, id))).toEqual(tagsIn(mail))
      for (const _ of ['DOCK', 'Enter', 'QUAY']) await command(page, 'Undo')
      await expect(text(page)).not.toContainText('QUAY')

      for (const row of [
        'tr:not([data-tpl-row]) td:not(:has(table))',
        'tbody tr:not([data-tpl-row]) td[align="right"]',
      ]) {
        await cursorIn(page, row)
        await command(page, 'mceTableInsertRowAfter')
        await page.keyboard.type('PIER')
        await command(page, 'mceTableInsertRowBefore')
        await command(page, 'mceTableDeleteRow')
      }
      await expect.poll(() => draftOf(page, id)).toContain('PIER')
      expect(tagsIn(await draftOf(page, id)).sort()).toEqual(tagsIn(mail).sort())
      for (let undone = 0; undone < 12; undone++) await command(page, 'Undo')
      await expect.poll(async () => places(await draftOf(page, id))).toEqual(places(mail))
    },
  )
}

/** Small mails that one text can hold: no bare rows, which are edited as source, and no whole document. */
const DETAILS = Object.entries(SMALL_MAILS).filter(([, content]) => !/^\s*<(tr|!doctype)/i.test(content))

test('every markup detail of mails survives typing beside it', { tag: '@long' }, async ({ page, login, server }) => {
  const { id } = await server.tokenOf('admin')
  await login(page, 'admin', '/templates')
  const marked = DETAILS.map(([, content], at) => `${content}<p id="after-${at}">last ${at}.</p>`)
  await openDraft(page, id, marked.join('\n'))
  for (const at of DETAILS.keys()) {
    await cursorIn(page, `#after-${at}`)
    await page.keyboard.type('QUAY')
  }
  const last = `last ${DETAILS.length - 1}.QUAY`
  await expect.poll(() => draftOf(page, id)).toContain(last)
  const typed = (await draftOf(page, id)).replaceAll('QUAY', '')
  const parts = typed.split(/(?<=last \d+\.<\/p>)/)
  for (const [at, [name]] of DETAILS.entries()) {
    expect(tagsIn(parts[at] ?? ''), name).toEqual(tagsIn(marked[at] ?? ''))
    expect(places(parts[at] ?? ''), name).toEqual(places(marked[at] ?? ''))
  }
})

test('a whole small document survives typing in it', { tag: '@long' }, async ({ page, login, server }) => {
  const { id } = await server.tokenOf('admin')
  const document = SMALL_MAILS['full document'] ?? ''
  await login(page, 'admin', '/templates')
  await openDraft(page, id, document)
  await cursorIn(page, 'p')
  await page.keyboard.type('QUAY')
  await expect.poll(() => draftOf(page, id)).toContain('DearQUAY')
  expect((await draftOf(page, id)).replace('QUAY', '')).toBe(document)
})

test('a block of bare table rows can only be edited as source', { tag: '@long' }, async ({ page, login, server }) => {
  const { id } = await server.tokenOf('admin')
  await login(page, 'admin', '/templates')
  await openDraft(page, id, '<tr><td>{{ order.origin }}</td></tr>')
  await expect(page.getByText('can only be edited as source')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Body, source' })).toContainText(
    '<tr><td>{{ order.origin }}</td></tr>',
  )
  await expect(page.getByRole('radio', { name: 'Text' })).toBeDisabled()
})

test('active content in a text does not run in the editor', async ({ page, login, server }) => {
  const { id } = await server.tokenOf('admin')
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  await login(page, 'admin', '/templates')
  await openDraft(
    page,
    id,
    '<p>Safe</p><img src="x" onerror="alert(1)"><svg onload="alert(2)"></svg><iframe srcdoc="<script>parent.alert(3)</script>"></iframe><a href="javascript:alert(4)">link</a><script>alert(5)</script>',
  )
  await expect(text(page)).toContainText('Safe')
  await text(page).getByText('link').click()
  expect(await text(page).innerHTML()).not.toMatch(/onerror|onload|srcdoc|<script|javascript:alert/)
  expect(said).toEqual([])
})

test('on a phone, a mail 600 px wide is edited without scrolling sideways', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const wide =
    '<table width="600" style="width:600px"><tr><td style="padding:24px">{{ order.trackingCode }}</td></tr></table>'
  const { id } = await store(server, token, `<table width="100%"><tr><td align="center">${wide}</td></tr></table>`)
  await page.setViewportSize({ width: 375, height: 812 })
  await login(page, 'admin', `/edit-mail/${id}`)
  await expect(text(page)).toContainText('order.trackingCode')
  const overhang = () =>
    text(page).evaluate(({ ownerDocument: { documentElement: html } }) => html.scrollWidth - html.clientWidth)
  await expect.poll(overhang).toBe(0)
})

test.describe('in a page that has not loaded the editor yet', () => {
  test.use({ keepsApp: false })

  test('an editor that fails to load says so, and Retry loads it', { tag: '@long' }, async ({ page, login }) => {
    await page.route('**/frame/editor', (route) => route.abort())
    await login(page, 'admin', '/create-html-block')
    await expect(page.getByText('The editor could not be loaded. Please check your connection.')).toBeVisible()
    await page.unroute('**/frame/editor')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(text(page)).toBeVisible()
  })

  test('the editor complies with the page’s Content Security Policy', async ({ page, login, server }) => {
    const violations: string[] = []
    page.on('console', (message) => {
      // The editor creates one empty marker of its own in the page; blocking its style is harmless.
      const known = message.text().includes('sha256-BSTKIYoPCaklkJ9YS/ZVYuKW8e+DG8jZJCXznBzHjgg=')
      if (/Content Security Policy/.test(message.text()) && !known) violations.push(message.text())
    })
    const { token } = await server.tokenOf('admin')
    const { id } = await store(server, token, MAIL_LAYOUTS['a table of facts whose rows depend on the order'] ?? '')
    await login(page, 'admin', `/edit-mail/${id}`)
    await expect(text(page)).toContainText('Tracking code')
    await cursorIn(page, 'td')
    await page.keyboard.type('x')
    await page.keyboard.press('Control+z')
    await paste(
      page,
      '<table style="border: 1px solid #123456"><tr><td style="color: #654321">Pasted</td></tr></table>',
    )
    await expect(text(page)).toContainText('Pasted')
    await cursorIn(page, 'td')
    await command(page, 'mceTableInsertRowAfter')
    await page.keyboard.press('Control+z')
    await page.getByText('Source', { exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Body, source' })).toBeVisible()
    await page.getByText('Text', { exact: true }).click()
    await expect(text(page)).toContainText('Pasted')
    expect(violations).toEqual([])
  })
})
