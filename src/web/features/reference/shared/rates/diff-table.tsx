import { IconListDetails } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { RateDiffRow, RateSet } from '#contract/rates/rate-sets.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { diffCall } from './rate-calls.ts'
import { figureNamed, RATE_SPECS } from './rate-specs.ts'
import { changeText } from './set-words.ts'

const ACTIONS = { change: 'Changed', add: 'New', end: 'Ended' } as const
const figuresOf = ({ values }: RateDiffRow) =>
  `CBM ${Number(values?.cbm).toFixed(2)}, MT ${Number(values?.mt).toFixed(2)}`
const oldOf = (row: RateDiffRow) => (row.action === 'end' ? figuresOf(row) : changeText(row, row.old))
const newOf = (row: RateDiffRow) => (row.action === 'add' ? figuresOf(row) : changeText(row, row.new))

const COLUMNS = [
  { id: 'label', header: 'Record', width: 260, card: 'title' as const, cell: ({ label }: RateDiffRow) => label },
  { id: 'page', header: 'Page', width: 150, cell: ({ entity }: RateDiffRow) => RATE_SPECS[entity].title },
  { id: 'action', header: 'What', width: 110, cell: ({ action }: RateDiffRow) => ACTIONS[action] },
  {
    id: 'field',
    header: 'Figure',
    width: 160,
    cell: ({ entity, field }: RateDiffRow) => figureNamed(entity, field)?.label ?? '-',
  },
  { id: 'old', header: 'Before', width: 150, align: 'right' as const, cell: oldOf },
  { id: 'new', header: 'After', width: 150, align: 'right' as const, cell: newOf },
]

/** The changes of a set that is closed, as they were: nothing of it can be edited. */
export function DiffTable({ set }: { set: RateSet }) {
  const call = useMemo(() => diffCall(set.id), [set.id])
  const list = useList(call)
  return (
    <PagedTable
      label={`Changes of ${set.name}`}
      list={list}
      columns={COLUMNS}
      rowKey={rowKey}
      empty={
        <EmptyState icon={IconListDetails} title="No changes">
          This rate set changed nothing.
        </EmptyState>
      }
    />
  )
}

/** Changes have no ids of their own: a set has one change of a figure, and one lane of a tier and destination. */
const rowKey = ({ entity, recordId, action, field, label }: RateDiffRow) =>
  `${entity} ${recordId} ${action} ${field} ${label}`
