import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TransportationMode } from '#contract/codes/order-codes.ts'
import { MOST_OPTIONS } from '#contract/offers/offer-codes.ts'
import type { Offer } from '#contract/offers/offers.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { withOwner } from '#web/features/offers/shared/offer-looks.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { timeOf } from '#web/lib/saving/typed-dates.ts'
import { ChangedMeanwhile } from '#web/model/live/changed-meanwhile.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { DraftOffer } from '#web/ui/form/draft-offer.tsx'
import { DraftPlace } from '#web/ui/form/draft-place.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { AddOption } from './add-option.tsx'
import { ClientSelect } from './client-select.tsx'
import classes from './offer-form.module.css'
import { newOption, optionOfQuote } from './offer-values.ts'
import { OptionFields } from './option-fields.tsx'
import { fieldsOfOffer, OFFER_FORM_LABELS } from './save-offer.ts'
import { type EditedOffer, useOfferForm } from './use-offer-form.ts'

interface OfferFormProps extends EditedOffer {
  onCancel: () => void
  /** The draft as it is now, which others may have changed. */
  now?: Offer
}

/** Whom an offer addresses, among which prices it lets choose, until when, and what it says. */
export function OfferForm({ offer, of, refused, save, onCancel, now }: OfferFormProps) {
  const { form, element, base, draft, dialog } = useOfferForm({ offer, of, refused, save })
  const { timeZone, dateTime } = useDates()
  const { options } = form.values
  const isOfOrder = Boolean(form.values.orderId)
  return (
    <form ref={element} onSubmit={form.submit} noValidate className={classes.form} aria-label="Offer">
      <DraftPlace>
        {draft.offer && (
          <DraftOffer savedAt={dateTime(draft.offer.savedAt)} onRestore={draft.restore} onDiscard={draft.discard} />
        )}
      </DraftPlace>
      {base && now && (
        <ChangedMeanwhile
          record={{ entity: 'offers', entityId: base.id }}
          from={fieldsOfOffer(base, timeZone)}
          to={fieldsOfOffer(now, timeZone)}
          labels={OFFER_FORM_LABELS}
        />
      )}
      <Addressee form={form} isOfOrder={isOfOrder} />
      <h2 className={classes.heading}>Options</h2>
      {options.map((option, at) => (
        <OptionFields
          key={option.key}
          position={at + 1}
          option={option}
          errors={errorsUnder(form.errors, `options.${at}.`)}
          onChange={(changed) => {
            form.setFieldValue(`options.${at}`, changed)
            form.setErrors(errorsBeside(form.errors, `options.${at}.`))
          }}
          onRemove={
            options.length > 1
              ? () => {
                  form.setFieldValue('options', (all) => all.filter(({ key }) => key !== option.key))
                  form.clearErrors()
                }
              : null
          }
        />
      ))}
      {form.errors.options && (
        <p role="alert" className={classes.error}>
          {form.errors.options}
        </p>
      )}
      {options.length < MOST_OPTIONS && (
        <AddOption
          clientId={form.values.clientId ?? null}
          onAdd={(mode: TransportationMode) => form.insertListItem('options', newOption(mode, options.at(-1)))}
          onQuote={(quote) => form.insertListItem('options', optionOfQuote(quote))}
        />
      )}
      <h2 className={classes.heading}>Validity and note</h2>
      <FieldGrid>
        <DateTimeField label="Valid until" day={typed(form, 'validUntil')} time={typed(form, timeOf('validUntil'))} />
        <OwnerSelect form={form} owner={base?.owner} />
        <WideField>
          <Textarea
            label="Note"
            description="Printed on the offer: the client reads it."
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('note')}
          />
        </WideField>
      </FieldGrid>
      {form.fault && <Fault {...form.fault} />}
      <div className={classes.foot}>
        <Button type="submit" loading={form.saving}>
          {offer ? 'Save' : 'Save draft'}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            // Leaving the page of a new offer asks; a draft's form closes at once.
            if (offer) draft.forget()
            onCancel()
          }}
          disabled={form.saving}
        >
          Cancel
        </Button>
      </div>
      {dialog}
    </form>
  )
}

type Form = ReturnType<typeof useOfferForm>['form']

/** Messages below a path, by the rest of theirs. */
const errorsUnder = (errors: Form['errors'], path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(path) && typeof message === 'string' ? [[field.slice(path.length), message]] : [],
    ),
  )

/** Messages that are not below a path: those below it go with a change there. */
const errorsBeside = (errors: Form['errors'], path: string) =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !field.startsWith(path)))

/** A date's field, whose names TypeScript does not know one by one. */
function typed(form: Form, field: string) {
  const values: Record<string, unknown> = form.values
  return {
    value: String(values[field] ?? ''),
    onChange: (text: string) => form.setFieldValue(field, text as never), // its fields are texts
    error: form.errors[field],
  }
}

/** A client, who fills in the rest, or somebody new. */
function Addressee({ form, isOfOrder }: { form: Form; isOfOrder: boolean }) {
  const isClients = Boolean(form.values.clientId) || isOfOrder
  return (
    <FieldGrid>
      {!isOfOrder && (
        <WideField>
          <ClientSelect
            input={{ label: 'Client', ...form.getInputProps('clientId') }}
            onChosen={(client) => {
              if (!client) return
              const { username, companyName, email } = client
              form.setValues({ name: username.slice(0, 50), company: companyName, email })
            }}
          />
        </WideField>
      )}
      <TextInput
        label="Name"
        withAsterisk={!isClients}
        placeholder={isClients ? "The client's" : undefined}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Company"
        placeholder={isClients ? "The client's" : undefined}
        autoComplete="off"
        {...form.getInputProps('company')}
      />
      <TextInput
        label="Email"
        type="email"
        placeholder={isClients ? "The client's" : undefined}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </FieldGrid>
  )
}

function OwnerSelect({ form, owner }: { form: Form; owner: Offer['owner'] | undefined }) {
  const staff = withOwner(useQuery(staffQuery).data?.items, owner)
  const { ownerId } = form.values
  return (
    <NativeSelect
      label={IN_CHARGE}
      data={[
        ...(ownerId ? [] : [{ value: '', label: 'Me' }]),
        ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={ownerId ? String(ownerId) : ''}
      onChange={(event) => form.setFieldValue('ownerId', Number(event.currentTarget.value) || null)}
      error={form.errors.ownerId}
    />
  )
}
