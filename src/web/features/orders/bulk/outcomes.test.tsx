import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RunPreview } from '#contract/runs/start-run.ts'
import { renderInApp } from '#web/test/render.tsx'
import { Outcomes } from './outcomes.tsx'

afterEach(cleanup)

test('orders that fail without the PDF are counted once', () => {
  const reason = 'Quote: A price is missing'
  const orders = { count: 2, ids: [1, 2] }
  const preview = (outcome: 'changes' | 'cannot') =>
    ({
      outcomes: [{ outcome, ...orders, reason: outcome === 'cannot' ? reason : null }],
      noAddress: null,
      attachments: { can: 0, cannot: [{ ...orders, reason }] },
    }) as unknown as RunPreview
  renderInApp(<Outcomes preview={preview('changes')} />)
  expect(screen.getByText(/without the PDF/)).toBeTruthy()
  cleanup()
  renderInApp(<Outcomes preview={preview('cannot')} />)
  expect(screen.getByText(/2 orders cannot/)).toBeTruthy()
  expect(screen.queryByText(/without the PDF/)).toBeNull()
})
