import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { visit } from '#e2e/lib/visit.ts'

interface Opening {
  /** The component that shows the dialog, below src/web. */
  file: string
  path: string
  /** Opens the dialog by keyboard. Answers what must have the focus once it is closed; a dialog: anything in it. */
  open: (page: Page) => Promise<ReturnType<Page['locator']>>
  /** Once the dialog is closed, the page has unsaved input. */
  leavesInput?: true
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()
/** Opened by the button itself. */
const by = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).press('Enter')
  return button(page, name)
}
/** Opened by an item of the first row's menu: the focus returns to the button of the menu. */
const byMenu = (item: string) => async (page: Page) => {
  await button(page, /^Actions for/).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
  return button(page, /^Actions for/)
}
/** Opened by an item of the menu of an entry in the history. */
const byEntry = (item: string) => async (page: Page) => {
  await button(page, /^Change /).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
  return button(page, /^Change /)
}
const byRow = async (page: Page) => {
  const link = page.locator('tbody').getByRole('link').first()
  await link.press('Enter')
  return link
}

const REFERENCE: Opening[] = [
  { file: 'ui/resource/record-dialog.tsx', path: '/ports', open: by('Add Port') },
  { file: 'ui/resource/record-dialog.tsx', path: '/ports', open: byMenu('Edit') },
  { file: 'ui/resource/remove-dialog.tsx', path: '/ports', open: byMenu('Delete') },
  {
    file: 'ui/dialog/form-dialog.tsx',
    path: '/vessels',
    leavesInput: true,
    open: async (page) => {
      await button(page, 'Add Vessel').press('Enter')
      const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
      await name.fill('Typed')
      await name.press('Escape')
      return name
    },
  },
  { file: 'ui/resource/record-import.tsx', path: '/freight', open: by('Import') },
  { file: 'features/delivery/delivery-files.tsx', path: '/delivery-time', open: by('Import') },
  { file: 'ui/resource/record-dialog.tsx', path: '/hints', open: by('Add Hint') },
  { file: 'features/mails/mail-dialog.tsx', path: '/mail-log?state=failed', open: byRow },
  { file: 'features/mails/retry-all.tsx', path: '/mail-log?state=failed', open: by('Retry all failed') },
  { file: 'features/audit/audit-page.tsx', path: '/audit', open: byRow },
]

const CLIENTS: Opening[] = [
  { file: 'features/clients/client-dialog.tsx', path: '/clients', open: by('Register new Client') },
  { file: 'features/clients/deleted-clients-dialog.tsx', path: '/clients', open: by('Deleted clients') },
  { file: 'features/clients/delete-dialog.tsx', path: '/clients', open: byMenu('Delete') },
  { file: 'features/clients/password-dialog.tsx', path: '/clients/7', open: by('Change password') },
  { file: 'features/clients/shipper-dialog.tsx', path: '/clients/7', open: by('Add shipper') },
  { file: 'features/audit/record-history.tsx', path: '/clients/7', open: by('Changes') },
]

async function orders(server: RunningServer): Promise<Opening[]> {
  const { id } = await findOrder(server, (order) => order.status === 0)
  return [
    {
      file: 'features/orders/detail/status-select.tsx',
      path: `/orders/${id}`,
      open: async (page) => {
        const status = page.getByLabel('Status', { exact: true })
        await status.focus()
        await status.selectOption('Completed')
        return status
      },
    },
    { file: 'features/orders/detail/papers-drawer.tsx', path: `/orders/${id}`, open: by(/^Papers/) },
    { file: 'features/orders/history/resend-button.tsx', path: `/orders/${id}`, open: by('Resend request info') },
    { file: 'features/orders/history/correct-dialog.tsx', path: `/orders/${id}`, open: byEntry('Edit') },
    { file: 'features/orders/history/withdraw-dialog.tsx', path: `/orders/${id}`, open: byEntry('Withdraw') },
    {
      file: 'features/orders/set-event/set-event-drawer.tsx',
      path: `/orders/${id}`,
      open: async (page) => {
        const link = page.getByRole('link', { name: 'Set next event status' })
        await link.press('Enter')
        return link
      },
    },
    {
      file: 'features/orders/set-event/template-field.tsx',
      path: `/set-event/${id}`,
      leavesInput: true,
      open: async (page) => {
        await page.getByLabel('Send mail').selectOption({ label: 'Arrival notice' })
        return by('Preview')(page)
      },
    },
  ]
}

async function texts(server: RunningServer): Promise<Opening[]> {
  const call = await asAdmin(server)
  const { news } = await call<{ news: (number | null)[] }>('article/position')
  const placed = `/edit-article/${news.find((id) => id !== null)}`
  return [
    { file: 'features/blog/articles-tab.tsx', path: '/blog', open: by(/^Delete /) },
    { file: 'features/blog/article-preview.tsx', path: placed, open: by('Preview') },
    {
      file: 'features/blog/article-editor.tsx',
      path: placed,
      leavesInput: true,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Resources' })
        return by('Edit article')(page)
      },
    },
    { file: 'features/templates/mails-tab.tsx', path: '/templates?search=arrival', open: byMenu('Delete') },
    { file: 'features/templates/blocks-tab.tsx', path: '/templates?tab=blocks', open: byMenu('Delete') },
    { file: 'features/templates/preview-dialog.tsx', path: '/edit-html-block/1', open: by('Preview') },
    { file: 'features/templates/template-editor.tsx', path: '/edit-mail/1', open: by('Preview') },
    {
      file: 'app/leave-guard.tsx',
      path: '/create-html-block',
      leavesInput: true,
      open: async (page) => {
        await page.getByRole('textbox', { name: 'Title' }).fill('Typed')
        const clients = page.getByRole('navigation').getByRole('link', { name: 'Clients' })
        await clients.press('Enter')
        return clients
      },
    },
  ]
}

async function shell(server: RunningServer): Promise<Opening[]> {
  const call = await asAdmin(server)
  return [
    {
      file: 'app/shell/own-password-dialog.tsx',
      path: '/csr',
      open: async (page) => {
        await button(page, /^Profile of/).press('Enter')
        await button(page, 'Change password').press('Enter')
        return button(page, /^Profile of/)
      },
    },
    {
      file: 'ui/dialog/conflict-question.tsx',
      path: '/ports?search=CNFOC',
      leavesInput: true,
      open: async (page) => {
        await byMenu('Edit')(page)
        const edit = page.getByRole('dialog', { name: 'Edit Port' })
        await edit.getByRole('textbox', { name: 'Name' }).fill('Mine')
        const { items } = await call<{ items: { id: number }[] }>('port?search=CNFOC')
        await call(`port/edit/${items[0]?.id}`, 'PUT', { name: `Theirs ${Date.now()}` })
        await edit.getByRole('button', { name: 'Save' }).press('Enter')
        return edit
      },
    },
    {
      file: 'app/shell/menu-drawer.tsx',
      path: '/csr',
      open: async (page) => {
        await page.setViewportSize({ width: 375, height: 812 })
        return by('Open menu')(page)
      },
    },
  ]
}

/** Closing it leads to the login. */
const LEADS_AWAY = ['app/login-again-dialog.tsx']
/** Need a mail that waits (e2e/orders/set-event.spec.ts), and an entry with a template but no mail; both share parts. */
const ELSEWHERE = ['model/mails/cancel-mail.tsx', 'features/orders/history/template-preview.tsx']
/** The parts that the others are made of. */
const PARTS = /^ui\/dialog\/(?!form-dialog|conflict-question)/

const web = join(import.meta.dirname, '../../src/web')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, source: readFileSync(join(web, file), 'utf8') }))

test('every dialog gives the focus back when it is closed', async ({ page, login, server }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  page.on('dialog', (question) => void question.accept())
  const openings = [
    ...REFERENCE,
    ...CLIENTS,
    ...(await orders(server)),
    ...(await texts(server)),
    ...(await shell(server)),
  ]

  await test.step('a new dialog is listed here', () => {
    const shown = sources.filter(({ source }) =>
      /<(Dialog|Confirm|FormDialog|ConflictDialog|ImportDialog|PreviewDialog|Drawer|SideDrawer|Modal)\b/.test(source),
    )
    const listed = new Set([...openings.map(({ file }) => file), ...LEADS_AWAY, ...ELSEWHERE])
    expect(shown.map(({ file }) => file).filter((file) => !PARTS.test(file) && !listed.has(file))).toEqual([])
    const own = sources.filter(({ source }) => /<(Modal|Drawer)\b/.test(source) && !/useReturn(Focus)?\(/.test(source))
    expect(own.map(({ file }) => file)).toEqual([])
  })

  await login(page, 'admin', '/csr')
  let left: Pick<Opening, 'path' | 'leavesInput'> = { path: '/csr' }
  for (const { file, path, open, leavesInput } of openings) {
    await test.step(`${file} on ${path}`, async () => {
      if (left.leavesInput) await page.goto(path)
      else if (left.path !== path) await visit(page, path)
      left = { path, leavesInput }
      const opener = await open(page)
      const dialogs = page.getByRole('dialog')
      await expect(dialogs.last()).toBeVisible()
      await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest('[role="dialog"]'))).toBe(true)
      const count = await dialogs.count()
      await page.keyboard.press('Escape')
      await expect(dialogs).toHaveCount(count - 1)
      const back = opener.or(opener.locator(':focus')).and(page.locator(':focus'))
      await expect(back, 'has the focus back').toHaveCount(1)
    })
  }
})
