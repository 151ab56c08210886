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
  /**
   * Opens the dialog by keyboard. Returns the element that must have the focus once it is closed, or a
   * dialog: anything in it.
   */
  open: (page: Page) => Promise<ReturnType<Page['locator']>>
  /** True if the page has unsaved input once the dialog is closed. */
  leavesInput?: true
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()
/** Opens a dialog by its own button. */
const by = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).press('Enter')
  return button(page, name)
}
/** Opens a dialog by an item of the first row's menu: the focus returns to the button of the menu. */
const byMenu = (item: string) => async (page: Page) => {
  await button(page, /^Actions for/).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
  return button(page, /^Actions for/)
}
/** Opens a dialog by an item of the menu of an entry in the history. */
const byEntry = (item: string) => async (page: Page) => {
  await button(page, /^Change (?!the note)/).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
  return button(page, /^Change (?!the note)/)
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
  { file: 'features/mail/mail-dialog.tsx', path: '/mail-log?state=failed', open: byRow },
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
    {
      file: 'features/audit/record-history.tsx',
      path: `/orders/${id}`,
      open: async (page) => {
        await button(page, 'More actions').press('Enter')
        await page.getByRole('menuitem', { name: 'Changes' }).press('Enter')
        return button(page, 'More actions')
      },
    },
    { file: 'features/orders/detail/papers-drawer.tsx', path: `/orders/${id}`, open: by(/^Papers/) },
    { file: 'features/orders/history/correct-dialog.tsx', path: `/orders/${id}`, open: byEntry('Edit') },
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

async function shell(server: RunningServer): Promise<Opening[]> {
  const call = await asAdmin(server)
  return [
    {
      file: 'app/account/own-password-dialog.tsx',
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
      file: 'app/leave-guard.tsx',
      path: '/constants',
      leavesInput: true,
      open: async (page) => {
        await page.getByRole('textbox', { name: 'INSURANCE_MIN' }).fill('36')
        const clients = page.getByRole('navigation').getByRole('link', { name: 'Clients' })
        await clients.press('Enter')
        return clients
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

const web = join(import.meta.dirname, '../../src/web')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, source: readFileSync(join(web, file), 'utf8') }))

test('every dialog is made of parts that give the focus back', () => {
  const own = sources.filter(({ source }) => /<(Modal|Drawer)\b/.test(source))
  expect(own.length).toBeGreaterThan(1)
  expect(own.filter(({ source }) => !/useReturn(Focus)?\(/.test(source)).map(({ file }) => file)).toEqual([])
})

// Other dialogs are opened by a button, a menu or a row too, and are tested with the part:
// src/web/ui/dialog/dialog.test.tsx.
test('a dialog gives the focus back when it is closed, whatever opened it', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  page.on('dialog', (question) => void question.accept())
  const openings = [...REFERENCE, ...(await orders(server)), ...(await shell(server))]

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
