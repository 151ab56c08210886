import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { changeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { withOwner } from '#web/features/offers/shared/offer-looks.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { instantsOf, timeOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'

const FOLLOW_UP = { times: ['followUpAt'], days: [] }
const planForm: z.ZodObject = withRules(
  z.object({ ownerId: offers.input.shape.ownerId, ...typedDateFields(FOLLOW_UP) }),
  (value, add) => timesRule(FOLLOW_UP, value, add),
)

/** Who looks after an offer that waits, and when to ask again. */
export function PlanDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { timeZone } = useDates()
  const staff = withOwner(useQuery(staffQuery).data?.items, offer.owner)
  const form = useForm({
    schema: planForm,
    initialValues: { ownerId: offer.ownerId, ...typedDates(offer, FOLLOW_UP, timeZone) },
    save: async (values) => {
      const body = { ownerId: values.ownerId, ...instantsOf(values, FOLLOW_UP, timeZone) }
      await changeOffer(offer.id, body, offer.updatedAt)
      onClose()
      showSuccess(`Offer ${offer.reference} was changed`)
    },
  })
  const typed = (field: string) => ({
    value: String(form.values[field] ?? ''),
    onChange: (text: string) => form.setFieldValue(field, text),
    error: form.errors[field],
  })
  return (
    <FormDialog form={form} title={`Who follows up ${offer.reference}, and when`} confirm="Save" onClose={onClose}>
      <NativeSelect
        label={IN_CHARGE}
        mb="md"
        data={staff.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(form.values.ownerId)}
        onChange={(event) => form.setFieldValue('ownerId', Number(event.currentTarget.value))}
        error={form.errors.ownerId}
      />
      <DateTimeField label="Follow up" day={typed('followUpAt')} time={typed(timeOf('followUpAt'))} />
    </FormDialog>
  )
}
