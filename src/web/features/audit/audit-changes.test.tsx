import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuditChange, AuditEntry } from '#contract/audit/audit.ts'
import { AuditChanges } from './audit-changes.tsx'

function rowsOf(before: AuditEntry['before'], changes: AuditChange[]) {
  const entry: AuditEntry = {
    id: 7,
    at: '2026-11-20T09:05:00Z',
    userId: 1,
    user: 'Ann',
    impersonator: null,
    apiKey: null,
    ip: '',
    requestId: '',
    action: 'order.update',
    entity: 'orders',
    entityId: 5,
    record: 'ABCD - 1234 - 5678',
    before,
    after: {},
    changes,
  }
  render(
    <MantineProvider env="test">
      <AuditChanges entry={entry} />
    </MantineProvider>,
  )
  return screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
}
const change = (values: Partial<AuditChange>): AuditChange => ({
  field: 'shipmentOriginPort',
  label: 'Origin',
  before: 'Ningbo',
  after: 'Shanghai CFS',
  html: false,
  ...values,
})

test('a change shows the label of the field and both values, an empty one as a dash', () => {
  expect(rowsOf({}, [change({}), change({ field: 'phone', label: 'Phone', before: '', after: '+1604' })])).toEqual([
    ['Field', 'Before', 'After'],
    ['Origin', 'Ningbo', 'Shanghai CFS'],
    ['Phone', '-', '+1604'],
  ])
})

test('a new record has one column of values', () => {
  expect(rowsOf(null, [change({ before: null })])).toEqual([
    ['Field', 'Value'],
    ['Origin', 'Shanghai CFS'],
  ])
})

test('rich text shows its words, cut to where the sides differ', () => {
  const long = `<p>${'Cargo is taken as described. '.repeat(30)}`
  const [, row] = rowsOf({}, [
    change({ label: 'Body', before: `${long}Sails <b>Monday</b>.</p>`, after: `${long}Sails Sunday.</p>`, html: true }),
  ])
  expect(row?.[1]).toMatch(/^….*Sails Monday\.$/)
  expect(row?.[2]).toMatch(/^….*Sails Sunday\.$/)
})
