import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { registrationForm } from '#contract/clients/clients.ts'
import { bookOfferInput, offerBooked, offerBooking } from '#contract/offers/book-offer.ts'
import { acceptForClientInput, type Offer, offers } from '#contract/offers/offers.ts'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { request } from '#web/lib/api/api.ts'
import { showAdded, showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { actOn, priceWords, refreshOffers } from './shared/offers.ts'

interface DialogProps {
  offer: Offer
  onClose: () => void
}

/** Accepts an option for a client who said so otherwise, with a word on how. */
export function AcceptDialog({ offer, onClose }: DialogProps) {
  const priced = offer.options.filter(({ price }) => price !== null)
  const form = useForm({
    schema: acceptForClientInput,
    initialValues: { optionId: priced[0]?.id ?? 0, note: '' },
    save: async (values) => {
      const accepted = await actOn(offer.id, 'accept-for-client', values)
      onClose()
      if (accepted.orderId === null) return showSuccess(`${offer.reference} was accepted`)
      showAdded(`${offer.reference} was accepted`, { label: 'Open order', href: `/orders/${accepted.orderId}` })
    },
  })
  return (
    <FormDialog form={form} title={`Accept ${offer.reference} for the client`} confirm="Accept" onClose={onClose}>
      <NativeSelect
        label="Option"
        data={priced.map((option) => ({ value: String(option.id), label: `${option.label}, ${priceWords(option)}` }))}
        {...form.getInputProps('optionId')}
        value={String(form.getValues().optionId)}
        onChange={({ currentTarget }) => form.setFieldValue('optionId', Number(currentTarget.value))}
      />
      <Textarea
        label="How did the client accept?"
        description="It becomes a note of the order."
        withAsterisk
        data-autofocus
        mt="sm"
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

/** Makes the client and the order of an accepted offer in one step. */
export function BookDialog({ offer, onClose }: DialogProps) {
  const { data } = useQuery({
    queryKey: [offers.key, 'booking', offer.id],
    queryFn: () => request(offerBooking, `${offers.path}/${offer.id}/book`),
    gcTime: 0,
  })
  return data ? <BookForm offer={offer} onClose={onClose} known={data} /> : <LoadingBlock height={320} />
}

const bookForm = z.object({ client: registrationForm, order: bookOfferInput.shape.order })

function BookForm({ offer, onClose, known }: DialogProps & { known: z.infer<typeof offerBooking> }) {
  const router = useRouter()
  const form = useForm({
    schema: bookForm,
    initialValues: { client: { ...known.client, password: '', repeatPassword: '' }, order: known.order },
    save: async ({ client: { repeatPassword: _, password, ...client }, order }) => {
      const body = { client: { ...client, password: hashPassword(password) }, order }
      const booked = await request(offerBooked, `${offers.path}/${offer.id}/book`, { method: 'POST', body })
      showSuccess(`${offer.reference} was booked`)
      void refreshOffers()
      onClose()
      void router.navigate({ href: `/orders/${booked.orderId}` })
    },
  })
  const field = (path: string) => form.getInputProps(path)
  return (
    <FormDialog
      form={form}
      title={`Book ${offer.reference}`}
      confirm="Make client and order"
      onClose={onClose}
      size="lg"
    >
      <h3>Client</h3>
      <FieldGrid>
        <TextInput label="Name" withAsterisk data-autofocus {...field('client.username')} />
        <TextInput label="Company" withAsterisk {...field('client.companyName')} />
        <TextInput label="Company address" withAsterisk {...field('client.companyAddress')} />
        <TextInput label="Email" withAsterisk type="email" {...field('client.email')} />
        <TextInput label="Phone" withAsterisk {...field('client.phone')} />
        <TextInput
          label="Password"
          withAsterisk
          type="password"
          autoComplete="new-password"
          {...field('client.password')}
        />
        <TextInput
          label="Repeat password"
          withAsterisk
          type="password"
          autoComplete="new-password"
          {...field('client.repeatPassword')}
        />
      </FieldGrid>
      <h3>Contact of the order</h3>
      <FieldGrid>
        <TextInput label="Name" withAsterisk {...field('order.yourName')} />
        <TextInput label="Company" withAsterisk {...field('order.companyName')} />
        <TextInput label="Email" withAsterisk type="email" {...field('order.email')} />
        <TextInput label="Phone" withAsterisk {...field('order.phone')} />
      </FieldGrid>
    </FormDialog>
  )
}
