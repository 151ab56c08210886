import { Button, Fieldset, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { formatMoney } from '#contract/lib/format.ts'
import { MOST_OPTIONS } from '#contract/offers/offer-codes.ts'
import { keptQuote, type Offer, offers, QUOTES_PATH } from '#contract/offers/offers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { refreshOffers } from './shared/offers.ts'

/** Where an option of the form comes from: as it is, a kept quote, or a container with a typed price. */
const optionForm = z.object({
  id: f.optionalId(),
  mode: z.number(),
  quoteId: f.optionalId(),
  inputs: z.record(z.string(), z.unknown()).nullable(),
  label: f.text('Label', 100),
  price: f.optionalDecimal(2, { above: 0 }),
})
const draftForm = z.object({
  name: f.requiredText('Name', 50),
  company: f.text('Company', 100),
  email: f.optionalEmail(),
  note: f.longText('Note', 1000),
  options: z.array(optionForm),
})
type OptionValues = z.input<typeof optionForm>

const KEPT = {
  queryKey: ['quotes', 'kept'],
  queryFn: () => request(listOf(keptQuote), QUOTES_PATH, { query: { per_page: 50 } }),
}

const CONTAINER: OptionValues = {
  id: null,
  mode: TransportationMode.FCL,
  quoteId: null,
  inputs: {},
  label: '',
  price: '' as unknown as null, // as typed
}

/** The options of an offer as the form has them; typed prices only, the server prices the others. */
const optionsOf = (offer: Offer): OptionValues[] =>
  offer.options.map(({ id, mode, quoteId, inputs, label, price, manual }) => ({
    id,
    mode,
    quoteId,
    inputs,
    label,
    price: manual ? price : null,
  }))

interface DraftDialogProps {
  /** The draft that is edited; null for a new one. */
  offer: Offer | null
  onClose: () => void
  onSaved: (offer: Offer) => void
}

/** Makes or edits a draft: whom it addresses, and up to three prices. */
export function DraftDialog({ offer, onClose, onSaved }: DraftDialogProps) {
  const form = useForm({
    schema: draftForm,
    initialValues: {
      name: offer?.name ?? '',
      company: offer?.company ?? '',
      email: offer?.email ?? '',
      note: offer?.note ?? '',
      options: offer ? optionsOf(offer) : [{ ...CONTAINER }],
    },
    save: async (values) => {
      const saved = await request(offers.row, offer ? `${offers.path}/${offer.id}` : offers.path, {
        method: offer ? 'PUT' : 'POST',
        body: { ...values, ...(offer && { updatedAt: offer.updatedAt }) },
      })
      showSuccess(offer ? 'Your Offer was edited successfully' : 'New Offer was added successfully')
      void refreshOffers()
      onClose()
      onSaved(saved)
    },
  })
  const { options } = form.getValues()
  return (
    <FormDialog
      form={form}
      title={offer ? `Edit ${offer.reference}` : 'New offer'}
      confirm="Save"
      onClose={onClose}
      size="lg"
    >
      <FieldGrid>
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Company" {...form.getInputProps('company')} />
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      </FieldGrid>
      {options.map((option, at) => (
        <OptionFields key={form.key(`options.${at}`)} at={at} option={option} form={form} />
      ))}
      {options.length < MOST_OPTIONS && (
        <Button
          variant="default"
          mt="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('options', { ...CONTAINER })}
        >
          Add option
        </Button>
      )}
      <Textarea
        label="Note"
        description="The client reads it on the page of the offer and in the PDF."
        autosize
        minRows={2}
        mt="sm"
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

type DraftForm = ReturnType<typeof useForm<typeof draftForm>>

function OptionFields({ at, option, form }: { at: number; option: OptionValues; form: DraftForm }) {
  const { dateTime } = useDates()
  const kept = useQuery(KEPT).data?.items ?? []
  const isLcl = option.mode === TransportationMode.LCL
  const instant = kept.filter(({ kind, price }) => kind === 'instant' && price !== null)
  const choose = (value: string) =>
    form.setFieldValue(`options.${at}`, {
      ...option,
      id: null,
      inputs: value === '' ? {} : null,
      quoteId: value === '' ? null : Number(value),
      mode: value === '' ? TransportationMode.FCL : TransportationMode.LCL,
    })
  const errors = Object.entries(form.errors).filter(([path]) => path.startsWith(`options.${at}.inputs`))
  return (
    <Fieldset legend={`Option ${at + 1}`} mt="sm">
      <FieldGrid>
        {option.id === null && (
          <NativeSelect
            label="What is offered"
            value={option.quoteId === null ? '' : String(option.quoteId)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={[
              { value: '', label: 'A container, with a typed price' },
              {
                group: 'Calculated lately',
                items: instant.map(({ id, origin, destination, price, askedAt, client }) => ({
                  value: String(id),
                  label: `${origin} → ${destination}, ${formatMoney(price ?? 0)}${client ? `, ${client.name}` : ''} (${dateTime(askedAt)})`,
                })),
              },
            ]}
            error={form.errors[`options.${at}.quoteId`]}
          />
        )}
        <TextInput label="Label" withAsterisk={!isLcl} {...form.getInputProps(`options.${at}.label`)} />
        <TextInput
          label={isLcl ? 'Other price, USD' : 'Price, USD'}
          description={isLcl ? 'Empty: as calculated today' : undefined}
          inputMode="decimal"
          {...form.getInputProps(`options.${at}.price`)}
          value={String(option.price ?? '')}
        />
      </FieldGrid>
      {errors.map(([path, message]) => (
        <p key={path} role="alert">
          {message}
        </p>
      ))}
      {form.getValues().options.length > 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => form.removeListItem('options', at)}
        >
          Remove option {at + 1}
        </Button>
      )}
    </Fieldset>
  )
}
