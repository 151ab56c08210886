import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Role, type SessionUser } from '#contract/accounts/session.ts'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RowActions } from './row-actions.tsx'

const SWITCH_ON = 'An administrator can switch it on again.'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

function show(role: Role, rule: AttentionItem['rule'], orderId: number | null = null) {
  neverRead(sessionQuery.queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: [role] } as SessionUser)
  const act = vi.fn()
  const item = { id: 4, rule, orderId, sailing: null, lastMilestone: null, detail: {} } as AttentionItem
  renderInApp(<RowActions items={[item]} name="ABCD" act={act} />)
  return { act, item }
}

test('an administrator opens the webhooks', () => {
  const { act, item } = show(Role.ADMIN, 'webhook-disabled')
  fireEvent.click(screen.getByRole('button', { name: 'Open webhooks: ABCD' }))
  expect(act).toHaveBeenCalledWith({ label: 'Open webhooks', kind: 'webhooks' }, [item])
  expect(screen.queryByText(SWITCH_ON)).toBeNull()
})

test('a manager, who cannot open webhooks, reads who can instead; the keys of the queue still stop there', () => {
  show(Role.MANAGER, 'webhook-disabled')
  expect(screen.queryByRole('button')).toBeNull()
  const words = screen.getByText(SWITCH_ON)
  expect(words.matches('[data-act]')).toBe(true)
  words.focus()
  expect(document.activeElement).toBe(words)
})

test('a manager can do what any member of staff can', () => {
  const { act } = show(Role.MANAGER, 'quiet', 7)
  fireEvent.click(screen.getByRole('button', { name: 'Set event: ABCD' }))
  expect(act).toHaveBeenCalledOnce()
})
