import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ORDER_PANELS } from '#contract/orders/order-fields.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { EditablePanel } from './editable-panel.tsx'
import { usePanelDrafts } from './use-panel-drafts.ts'

const SHOWN = ORDER_PANELS.filter(({ key }) => key === 'contact' || key === 'shipper')

/** Two panels of an order, of which one is shown. */
function Panels() {
  const drafts = usePanelDrafts()
  const [key, setKey] = useState('contact')
  return (
    <>
      {SHOWN.map((panel) => (
        <button key={panel.key} type="button" onClick={() => setKey(panel.key)}>
          {panel.key} {drafts.hasChanges(panel.key) && 'not saved'}
        </button>
      ))}
      {SHOWN.filter((panel) => panel.key === key).map((panel) => (
        <EditablePanel key={panel.key} panel={panel} order={testOrder} drafts={drafts} />
      ))}
    </>
  )
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/)

test('a panel that is left half-typed is marked and keeps its draft, until Cancel', () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Panels />
      </QueryClientProvider>
    </MantineProvider>,
  )
  press('Edit')
  expect(screen.getByText(/in this tab only, not on other computers/)).toBeTruthy()
  fireEvent.change(name(), { target: { value: 'Half typed' } })
  press('shipper')
  expect(screen.getByText('contact not saved')).toBeTruthy()
  expect(hasUnsaved()).toBe(true)
  press('contact not saved')
  expect(name().value).toBe('Half typed')
  press('Cancel')
  expect(screen.getByText(testOrder.yourName)).toBeTruthy()
  expect(hasUnsaved()).toBe(false)
})
