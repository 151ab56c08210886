import { IconVariable } from '@tabler/icons-react'
import type { TemplateVariableRecord } from '#contract/templates/templates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { variablesList } from './shared/templates.ts'
import { VariableDescription } from './variable-description.tsx'

const COLUMNS: readonly Column<TemplateVariableRecord>[] = [
  { id: 'id', header: 'ID', width: 64, sortable: true, cell: ({ id }) => id, card: 'none' },
  { id: 'name', header: 'Name', width: 220, sortable: true, cell: ({ name }) => name, card: 'title' },
  {
    id: 'identifier',
    header: 'Identification',
    card: 'wide',
    width: 280,
    sortable: true,
    cell: ({ identifier }) => <code>{identifier}</code>,
    extra: ({ identifier }) => <CopyIcon value={`{{ ${identifier} }}`} what="tag" />,
  },
  {
    id: 'description',
    header: 'Description',
    card: 'wide',
    width: 380,
    sortable: true,
    cell: (row) => <VariableDescription row={row} />,
  },
]

export function VariablesTab() {
  const list = useList(variablesList)
  return (
    <PagedTable
      label="Variables"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={IconVariable} title="No variables found">
          No variables match "{list.state.search}".
        </EmptyState>
      }
    />
  )
}
