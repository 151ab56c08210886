import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { apiKeyInput, type NewApiKey, SCOPE_LABELS } from '#contract/integrations/api-keys.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Choices } from './choices.tsx'
import classes from './integrations.module.css'
import { createKey } from './key-calls.ts'
import { ShownOnce } from './shown-once.tsx'

const DAY_MS = 86_400_000
const LIVES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]
const inDays = (days: string) => (days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString())

/** Creates a key, then shows it, this one time. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey | null>(null)
  if (!made) return <KeyForm onMade={setMade} onClose={onClose} />
  return (
    <ShownOnce
      title={`API key ${made.name}`}
      what="key"
      secret={made.key}
      warning="Whoever has it can do what its scopes allow."
      onClose={onClose}
    >
      Send it with each call as <code>Authorization: Bearer …</code>
    </ShownOnce>
  )
}

function KeyForm({ onMade, onClose }: { onMade: (made: NewApiKey) => void; onClose: () => void }) {
  const [days, setDays] = useState('90')
  const form = useForm({
    schema: apiKeyInput,
    initialValues: { name: '', scopes: [], expiresAt: null },
    save: async (body) => onMade(await createKey({ ...body, expiresAt: inDays(days) })),
  })
  useUnsaved(form.isDirty())
  return (
    <FormDialog form={form} title="Create API key" confirm="Create" onClose={onClose} className={classes.form}>
      <TextInput
        label="Name"
        description="The program that will use it: Shop, Accounting"
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Choices
        label="Scopes"
        description="What the program may do. The scope to change something includes reading it."
        options={SCOPE_LABELS}
        {...form.getInputProps('scopes')}
      />
      <NativeSelect
        label="Expires"
        data={LIVES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
    </FormDialog>
  )
}
