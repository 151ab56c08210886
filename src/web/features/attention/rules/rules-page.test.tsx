import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { RETENTION_DEFAULTS } from '#contract/system/retention.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RulesPage } from './rules-page.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const SETTINGS = {
  ...RETENTION_DEFAULTS,
  cutOffHours: 48,
  quietDays: 7,
  shiftDays: 1,
  workingHours: '09:00-18:00',
  digestHour: 8,
}
const rule = (code: string, parameters: object = {}) => ({
  code,
  active: true,
  severity: 2,
  parameters,
  updatedAt: '2026-11-20T09:05:00.000Z',
})
const RULES = [rule('cargo-cut-off'), rule('quiet', { afloatDays: 12 })]

/** Opens the screen over a server that stores settings; returns what was saved. */
async function open() {
  const saved: unknown[] = []
  let kept = SETTINGS
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (body) {
      saved.push(JSON.parse(body))
      kept = { ...kept, ...JSON.parse(body) }
    }
    const data = url.includes('admin/settings') ? kept : RULES
    return Response.json({ code: 200, message: 'OK', data })
  })
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: [Role.ADMIN] } as never)
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'America/Vancouver' } as never)
  const routeTree = createRootRoute({ component: RulesPage })
  renderInApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  await screen.findByText('Hours before the cut-off: 48')
  return saved
}

test('rules name the settings they depend on, which administrators change here; only changed ones are saved', async () => {
  const saved = await open()
  expect(screen.getByText(/^Days without an event: 7; /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
  fireEvent.change(dialog.getByLabelText(/^Hour of the daily mail/), { target: { value: '24' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('No more than 23')
  fireEvent.change(dialog.getByLabelText(/^Hour of the daily mail/), { target: { value: '6' } })
  fireEvent.change(dialog.getByLabelText(/^Hours before a cut-off/), { target: { value: '72' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([{ cutOffHours: 72, digestHour: 6 }]))
  await screen.findByText('Hours before the cut-off: 72')
  expect(screen.queryByRole('dialog')).toBeNull()
})
