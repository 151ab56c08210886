import { Radio, Stack, Textarea } from '@mantine/core'
import { acceptForClientInput, type Offer } from '#contract/offers/offers.ts'
import { actOn } from '#web/features/offers/shared/offer-calls.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { money } from '#web/lib/format/money.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'

/** Accepts an offer that a client accepted by telephone or by mail. */
export function AcceptDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const keyOf = useSubmissionKey()
  const priced = offer.options.filter(({ price }) => price !== null)
  const form = useForm({
    schema: acceptForClientInput,
    initialValues: { optionId: priced.length === 1 ? (priced[0]?.id ?? 0) : 0, note: '' },
    save: async (body) => {
      await actOn(offer, 'accept-for-client', body, keyOf(body))
      release()
      onClose()
      showSuccess(`Offer ${offer.reference} was accepted`)
    },
  })
  const release = useUnsaved(form.isDirty())
  return (
    <FormDialog form={form} title={`Accept ${offer.reference} for the client`} confirm="Accept" onClose={onClose}>
      <Radio.Group
        label="Option"
        withAsterisk
        value={String(form.values.optionId)}
        onChange={(value) => form.setFieldValue('optionId', Number(value))}
        error={form.errors.optionId}
      >
        <Stack gap={8} mt={8} mb="md">
          {priced.map(({ id, label, price }, at) => (
            <Radio
              key={id}
              value={String(id)}
              label={`${label}, ${money(price)}`}
              aria-invalid={form.errors.optionId ? true : undefined}
              data-autofocus={at === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="How the client accepted"
        description={
          offer.clientId ? 'It becomes a note of the order.' : 'It becomes a note of the order, once it is booked.'
        }
        placeholder="By telephone, to Marta"
        withAsterisk
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
