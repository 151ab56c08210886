import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { registrationForm } from '#contract/clients/clients.ts'
import { bookOfferInput, type OfferBooking } from '#contract/offers/book-offer.ts'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { ORDER_LABELS } from '#contract/orders/order-fields.ts'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { ClientFields, PasswordFields } from '#web/features/clients/shared/client-fields.tsx'
import { bookOffer, readBooking } from '#web/features/offers/shared/offer-calls.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import classes from './offer.module.css'

const bookingForm = z.object({ client: registrationForm, order: bookOfferInput.shape.order })
const TITLE = 'Book client and order'

interface BookDialogProps {
  offer: Offer
  onClose: () => void
}

/** Makes the client and the order of an accepted offer in one step, with what is known filled in. */
export function BookDialog({ offer, onClose }: BookDialogProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [offers.key, 'one', offer.id, 'book'],
    queryFn: () => readBooking(offer),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <BookForm offer={offer} known={data} onClose={onClose} />
  const fault = faultOf(error)
  return (
    <Dialog opened title={TITLE} size="lg" onClose={onClose}>
      {fault ? (
        <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LoadingBlock height={420} />
      )}
    </Dialog>
  )
}

function BookForm({ offer, known, onClose }: BookDialogProps & { known: OfferBooking }) {
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const form = useForm({
    schema: bookingForm,
    initialValues: { client: { ...known.client, password: '', repeatPassword: '' }, order: known.order },
    save: async ({ client: { repeatPassword: _, password, ...client }, order }) => {
      const body = { client: { ...client, password: hashPassword(password) }, order }
      const { orderId } = await bookOffer(offer, body, keyOf(body))
      release()
      onClose()
      showSuccess('Client and order were created')
      await router.navigate({ to: '/orders/$orderId', params: { orderId } })
    },
  })
  const release = useUnsaved(form.isDirty())
  const below = (path: 'client' | 'order') => ({
    getInputProps: (name: string) => form.getInputProps(`${path}.${name}` as 'client'), // a path that the form has
  })
  const order = below('order')
  return (
    <FormDialog form={form} title={TITLE} confirm="Book" size="lg" onClose={onClose}>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Client</legend>
        <ClientFields form={below('client')} />
        <div className={classes.passwords}>
          <PasswordFields form={below('client')} required />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Contact of the order</legend>
        <FieldGrid>
          <TextInput
            label={ORDER_LABELS.yourName}
            withAsterisk
            autoComplete="off"
            {...order.getInputProps('yourName')}
          />
          <TextInput
            label={ORDER_LABELS.companyName}
            withAsterisk
            autoComplete="off"
            {...order.getInputProps('companyName')}
          />
          <TextInput
            label={ORDER_LABELS.email}
            type="email"
            withAsterisk
            autoComplete="off"
            {...order.getInputProps('email')}
          />
          <PhoneField label={ORDER_LABELS.phone} withAsterisk {...order.getInputProps('phone')} />
          <WideField>
            <Textarea
              label={ORDER_LABELS.additionalInformation}
              autosize
              minRows={2}
              {...order.getInputProps('additionalInformation')}
            />
          </WideField>
        </FieldGrid>
      </fieldset>
    </FormDialog>
  )
}
