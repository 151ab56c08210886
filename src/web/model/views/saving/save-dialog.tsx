import { Checkbox, Stack, TextInput } from '@mantine/core'
import { z } from 'zod'
import { flag } from '#contract/lib/fields.ts'
import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { viewInput } from '#contract/views/views.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { addView, changeView } from './view-calls.ts'

const form = z.object({ name: viewInput.shape.name, shared: flag(), pinned: flag() })

interface SaveAsNewProps {
  list: ViewedList
  definition: ViewDefinition
  onClose: () => void
  onSaved: (view: View) => void
}

/** Names a new view. It never changes another one, even of the same name. */
export function SaveAsNew({ list, definition, onClose, onSaved }: SaveAsNewProps) {
  const fields = useForm({
    schema: form,
    initialValues: { name: '', shared: false, pinned: true },
    keepRefusals: true,
    save: async ({ pinned, ...values }) => {
      const added = await addView({ ...values, list, definition }, { pinned })
      onSaved(added)
    },
  })
  return (
    <FormDialog title="Save as new view" confirm="Save" form={fields} onClose={onClose}>
      <Stack gap={14}>
        <TextInput label="Name" withAsterisk data-autofocus {...fields.getInputProps('name')} />
        <Checkbox
          label="Share with all staff"
          description="Everybody can open it. Only you can change it."
          {...fields.getInputProps('shared', { type: 'checkbox' })}
        />
        <Checkbox label="Pin as a tab of mine" {...fields.getInputProps('pinned', { type: 'checkbox' })} />
      </Stack>
    </FormDialog>
  )
}

/** Renames or shares a view; its definition stays as it was saved. */
export function EditView({ view, onClose }: { view: View; onClose: () => void }) {
  const fields = useForm({
    schema: form.omit({ pinned: true }),
    initialValues: { name: view.name, shared: view.shared },
    keepRefusals: true,
    save: async (values) => {
      await changeView(view.id, { ...values, updatedAt: view.updatedAt })
      onClose()
    },
  })
  return (
    <FormDialog title="Rename or share" confirm="Save" form={fields} onClose={onClose}>
      <Stack gap={14}>
        <TextInput label="Name" withAsterisk data-autofocus {...fields.getInputProps('name')} />
        <Checkbox
          label="Share with all staff"
          disabled={view.owner === null}
          description={view.owner === null ? 'This view belongs to the team now.' : undefined}
          {...fields.getInputProps('shared', { type: 'checkbox' })}
        />
      </Stack>
    </FormDialog>
  )
}
