import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { codeInput, STEP_UP_MINUTES, steppedUp } from '#contract/session/second-factor.ts'
import { request } from '#web/lib/api/api.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { CodeField, RecoverySwitch } from '#web/model/session/code-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

interface StepUpDialogProps {
  opened: boolean
  onAnswer: (confirmed: boolean) => void
}

export function StepUpDialog({ opened, onAnswer }: StepUpDialogProps) {
  const [recovery, setRecovery] = useState(false)
  const form = useForm({
    schema: codeInput,
    initialValues: { code: '' },
    save: async (body) => {
      await request(steppedUp, 'user/step-up', { method: 'POST', body })
      onAnswer(true)
    },
    keepRefusals: true,
  })
  return (
    <Dialog
      opened={opened}
      busy={form.saving}
      onClose={() => onAnswer(false)}
      title="Please confirm that it is you"
      size="sm"
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            What you are about to do needs a code of your second factor. After that, you are not asked again for{' '}
            {STEP_UP_MINUTES} minutes.
          </Text>
          <CodeField key={String(recovery)} recovery={recovery} autoFocus {...form.getInputProps('code')} />
          <RecoverySwitch recovery={recovery} onSwitch={setRecovery} />
        </Stack>
        <DialogButtons confirm="Confirm" onCancel={() => onAnswer(false)} busy={form.saving} fault={form.fault} />
      </form>
    </Dialog>
  )
}
