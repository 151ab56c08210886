import { Group, TextInput } from '@mantine/core'
import { freight } from '#contract/reference/freight.ts'
import { DestinationInput } from '#web/features/reference/shared/destination-input.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { writeChanges } from './rate-calls.ts'

const AT_LANE = /^changes\.0\.(?:add\.)?/

/** Adds a lane that begins with a set. */
export function LaneDialog({ setId, onClose }: { setId: number; onClose: () => void }) {
  const form = useForm({
    schema: freight.input,
    initialValues: { tier: '', dest: '', cbm: '', mt: '' },
    save: async (add) => {
      try {
        await writeChanges(setId, [{ entity: 'freight', add }])
      } catch (error) {
        throw error instanceof ApiError ? atFields(error) : error
      }
      release()
      onClose()
    },
  })
  const release = useUnsaved(form.isDirty())
  const number = (name: 'tier' | 'cbm' | 'mt', label: string, unit?: string) => (
    <TextInput
      {...form.getInputProps(name)}
      label={label}
      withAsterisk
      inputMode={unit ? 'decimal' : 'numeric'}
      autoComplete="off"
      rightSection={unit}
      rightSectionWidth={unit ? 52 : undefined}
      data-autofocus={name === 'tier' || undefined}
    />
  )
  return (
    <FormDialog form={form} title="Add lane" confirm="Save" onClose={onClose}>
      {number('tier', 'Tier')}
      <DestinationInput input={{ ...form.getInputProps('dest'), label: 'Dest' }} />
      <Group grow align="flex-start">
        {number('cbm', 'CBM', 'USD')}
        {number('mt', 'MT', 'USD')}
      </Group>
    </FormDialog>
  )
}

/** Errors of the only change, at the form's fields. */
const atFields = ({ code, message, fields, ...rest }: ApiError) =>
  new ApiError(code, message, {
    ...rest,
    fields: Object.fromEntries(Object.entries(fields).map(([field, text]) => [field.replace(AT_LANE, ''), text])),
  })
