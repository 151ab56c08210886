import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChangeEvent } from '#contract/live/live.ts'
import { ChangedMeanwhile, TextChanged } from './changed-meanwhile.tsx'
import { changes } from './changes.ts'

const LABELS = { name: 'Name', phone: 'Phone' }
const said = () => screen.getByRole('status').textContent
const change = (entity: string, id: number, name: string | null = 'Marta') => {
  const event: ChangeEvent = {
    entity,
    ids: [id],
    orderIds: [],
    kind: 'update',
    own: false,
    by: name === null ? null : { id: 1, name },
  }
  return act(async () => changes.tell(event))
}

test('a form says who changed which of its fields, once the newer values are there', async () => {
  const form = (to: object) => (
    <ChangedMeanwhile
      record={{ entity: 'clients', entityId: 7 }}
      from={{ name: 'Ann', phone: '1', orders: 2 }}
      to={to}
      labels={LABELS}
    />
  )
  const { rerender } = render(form({ name: 'Ann', phone: '1', orders: 2 }))
  await change('clients', 7)
  expect(said()).toBe('')
  rerender(form({ name: 'Ann', phone: '2', orders: 3 }))
  expect(said()).toBe('Marta changed Phone')
  await change('clients', 7, 'Tom')
  await change('clients', 8, 'Eve')
  await change('sailings', 7, 'Eve')
  rerender(form({ name: 'Anne', phone: '2', orders: 3 }))
  expect(said()).toBe('Marta and Tom changed Name and Phone')
})

test('a change of what belongs to an order is a change of the order', async () => {
  const to = { name: 'b' }
  render(<ChangedMeanwhile record={{ entity: 'orders', entityId: 7 }} from={{ name: 'a' }} to={to} labels={LABELS} />)
  expect(said()).toBe('Someone changed Name')
  const confirmation = { entity: 'confirmations', ids: [7], orderIds: [7], kind: 'update', own: false }
  await act(async () => changes.tell({ ...confirmation, by: { id: 2, name: 'Tom' } }))
  expect(said()).toBe('Tom changed Name')
})

test('an editor, which stays as it was opened, names who saved another text meanwhile', async () => {
  render(<TextChanged record={{ entity: 'mailTemplates', entityId: 4 }} what="this mail" />)
  await change('htmlBlocks', 4)
  expect(said()).toBe('')
  await change('mailTemplates', 4)
  await change('mailTemplates', 4)
  await change('mailTemplates', 4, null)
  expect(said()).toBe('Marta and Quayside changed this mail')
})
