import { Textarea } from '@mantine/core'
import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { changePaper } from './shared/papers.ts'

const schema = z.object({ reason: f.requiredText('Reason', 255) })
const WORDS = {
  reject: { verb: 'Reject', state: 'rejected', about: 'The client reads the reason when you ask again.' },
  waive: {
    verb: 'Waive',
    state: 'waived',
    about: 'The order does not need this paper. The reason stays on the order.',
  },
} as const

/** Asks why a paper is rejected, or not needed. */
export function ReasonDialog({
  paper,
  what,
  onClose,
}: {
  paper: Paper
  what: keyof typeof WORDS
  onClose: () => void
}) {
  const { verb, state, about } = WORDS[what]
  const { orderId, id, name, updatedAt } = paper
  const form = useForm({
    schema,
    initialValues: { reason: '' },
    save: async ({ reason }) => {
      await changePaper(orderId, id, { state, reason, updatedAt })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`${verb} ${name}`} confirm={verb} onClose={onClose}>
      <Textarea
        label="Reason"
        description={about}
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
