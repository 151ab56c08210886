import { List, Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { MISSING_SENTENCES, type Release } from '#contract/releases/releases.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { completeRelease } from './shared/release.ts'

const schema = z.object({ reason: f.requiredText('Reason', 255) })

/** Asks why an order is released although something is missing. */
export function CompleteDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const form = useForm({
    schema,
    initialValues: { reason: '' },
    save: async ({ reason }) => {
      await completeRelease(release.orderId, reason)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Release although something is missing?" confirm="Release anyway" onClose={onClose}>
      <List size="sm" mb="md">
        {release.missing.map((part) => (
          <List.Item key={part}>{MISSING_SENTENCES[part]}</List.Item>
        ))}
      </List>
      <Textarea
        label="Reason"
        description="It stays with the release."
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <Text size="sm" c="dimmed" mt="sm">
        A release never holds back an event.
      </Text>
    </FormDialog>
  )
}
