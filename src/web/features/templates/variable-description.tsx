import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type TemplateVariableRecord, templateVariables } from '#contract/templates/templates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { labelledRow } from '#web/lib/saving/save-merging.ts'
import { useCellEdit } from '#web/lib/saving/use-cell-edit.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { saveDescription } from './shared/templates.ts'

const LABELS = { description: 'Description' }

/** The description, edited in its row: Enter saves, Escape reverts. */
export function VariableDescription({ row }: { row: TemplateVariableRecord }) {
  const { ask, dialog } = useConflictQuestion((keys, both) => labelledRow(LABELS, keys, both))
  const edit = useCellEdit({
    row,
    field: 'description',
    schema: templateVariables.input.shape.description,
    save: (from, description) => saveDescription(from, description, ask),
  })
  // The focused field disappears: its button takes the focus, unless it has moved elsewhere.
  const [returns, setReturns] = useState(false)
  if (edit.typed === null) {
    return (
      <Group gap={6} wrap="nowrap">
        <span>{row.description || EMPTY}</span>
        <ActionIcon
          // A key of its own: Save is in the same place, and only a new button takes the focus.
          key="edit"
          size={24}
          aria-label={`Edit the description of ${row.name}`}
          autoFocus={returns}
          onClick={() => {
            edit.type(row.description)
            setReturns(true)
          }}
        >
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      </Group>
    )
  }
  return (
    <Group
      gap={4}
      wrap="nowrap"
      align="flex-start"
      onFocus={() => setReturns(true)}
      onBlur={(event) => {
        const { relatedTarget } = event
        if (relatedTarget && !event.currentTarget.contains(relatedTarget)) setReturns(false)
      }}
    >
      <TextInput
        size="xs"
        flex={1}
        autoFocus
        aria-label={`Description of ${row.name}`}
        value={edit.typed}
        error={edit.error}
        readOnly={edit.saving}
        onChange={(event) => edit.type(event.currentTarget.value)}
        onKeyDown={edit.onKeyDown}
      />
      <ActionIcon size={28} aria-label="Save" loading={edit.saving} onClick={edit.submit}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Cancel" disabled={edit.saving} onClick={edit.restore}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {dialog}
    </Group>
  )
}
