import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconVariable, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { fieldErrors } from '#contract/lib/rules.ts'
import { TEMPLATE_TOASTS, type TemplateVariableRecord, templateVariables } from '#contract/templates.ts'
import { request } from '#web/lib/api.ts'
import { ApiError, faultOf } from '#web/lib/api-error.ts'
import { useCompactRows } from '#web/lib/compact-rows.ts'
import { EMPTY } from '#web/lib/dates.ts'
import { PAGE_SIZES } from '#web/lib/list-state.ts'
import { showError, showSuccess } from '#web/lib/toast.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { usePageOf } from '#web/lib/use-page-of.ts'
import { CopyIcon } from '#web/ui/copy-on-click.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Column } from '#web/ui/list-columns.ts'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { refreshTemplates, variablesList } from './template-queries.ts'

const COLUMNS: readonly Column<TemplateVariableRecord>[] = [
  { id: 'id', header: 'ID', width: 64, sortable: true, cell: ({ id }) => id },
  { id: 'name', header: 'Name', width: 220, sortable: true, cell: ({ name }) => name },
  {
    id: 'identifier',
    header: 'Identification',
    width: 280,
    sortable: true,
    cell: ({ identifier }) => <code>{identifier}</code>,
    extra: ({ identifier }) => <CopyIcon value={`{{ ${identifier} }}`} what="tag" />,
  },
  {
    id: 'description',
    header: 'Description',
    width: 380,
    sortable: true,
    cell: (row) => <Description key={row.updatedAt} row={row} />,
  },
]

export function VariablesTab() {
  const list = usePageOf(variablesList)
  const compact = useCompactRows()
  return (
    <PagedTable
      label="Variables"
      list={list}
      fault={faultOf(list.query.error)}
      sizes={PAGE_SIZES}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      compact={compact.on}
      empty={
        <EmptyState icon={IconVariable} title="No variable found">
          No name, identification or description holds '{list.state.search}'.
        </EmptyState>
      }
    />
  )
}

/** The description, edited where it stands: Enter saves, Escape takes it back. */
function Description({ row }: { row: TemplateVariableRecord }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useUnsaved(typed !== null && typed !== row.description, { keys: ['tab', 'page', 'per_page', 'sort', 'search'] })
  const save = useMutation({
    mutationFn: (description: string) =>
      request(templateVariables.row, `${templateVariables.path}/edit/${row.id}`, {
        method: 'PUT',
        body: { ...row, description },
      }),
    onSuccess: async () => {
      setTyped(null)
      showSuccess(TEMPLATE_TOASTS.variableUpdated)
      await refreshTemplates()
    },
    onError: (failure) => {
      const message = failure instanceof ApiError ? failure.fields.description : undefined
      if (message) setError(message)
      else showError(failure)
    },
  })
  if (typed === null) {
    return (
      <Group gap={6} wrap="nowrap">
        <span>{row.description || EMPTY}</span>
        <ActionIcon
          size={24}
          aria-label={`Edit the description of ${row.name}`}
          onClick={() => setTyped(row.description)}
        >
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      </Group>
    )
  }
  const cancel = () => {
    setTyped(null)
    setError(null)
  }
  const submit = () => {
    const checked = templateVariables.input.safeParse({ description: typed })
    if (!checked.success) setError(fieldErrors(checked.error).description ?? null)
    else if (!save.isPending) save.mutate(checked.data.description)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') cancel()
  }
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <TextInput
        size="xs"
        flex={1}
        autoFocus
        aria-label={`Description of ${row.name}`}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon size={28} aria-label="Save" loading={save.isPending} onClick={submit}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Cancel" disabled={save.isPending} onClick={cancel}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
