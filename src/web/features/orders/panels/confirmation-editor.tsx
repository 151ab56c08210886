import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_LABELS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import type { Order } from '#contract/orders/orders.ts'
import { usualOf } from '#web/features/orders/shared/usual-day.ts'
import { PlaceField } from '#web/features/reference/shared/place-field.tsx'
import { placeLabel, usePlace } from '#web/features/reference/shared/places.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { differingHtml } from '#web/lib/saving/differing-text.ts'
import { timeOf } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { ChangedMeanwhile } from '#web/model/live/changed-meanwhile.tsx'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { useFocusFirstField } from '#web/ui/form/edit-focus.ts'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { plainCodec } from '#web/ui/rich-text/codec.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { confirmationChanges, confirmationForm } from './confirmation-values.ts'
import { PanelFoot, PanelHead } from './panel-head.tsx'
import { saveConfirmation } from './save-confirmation.ts'
import classes from './shipment.module.css'
import { CONFIRMATION, type PanelForm } from './shipment-panels.ts'
import type { PanelDraft, PanelDrafts } from './use-panel-drafts.ts'
import { VesselField } from './vessel-field.tsx'

const { key: KEY, title: TITLE } = CONFIRMATION

interface ConfirmationEditorProps {
  /** The latest order, which may differ from the draft's. */
  order: Order
  draft: PanelDraft
  drafts: PanelDrafts
}

/** Booking Confirmation in edit mode. Typed values stay as a draft until saved or cancelled. */
export function ConfirmationEditor({ order, draft, drafts }: ConfirmationEditorProps) {
  const { timeZone } = useDates()
  const { keep } = drafts
  const { ask, dialog } = useConflictQuestion(([key = ''], { theirs, mine }) => ({
    label: labelOf(key),
    mine: <Shown name={key} value={mine[key]} other={theirs[key]} />,
    theirs: <Shown name={key} value={theirs[key]} other={mine[key]} />,
  }))
  const form = useForm({
    schema: confirmationForm,
    initialValues: draft.values,
    save: async (values) => {
      const changes = confirmationChanges(draft.initial, values, timeZone)
      await saveConfirmation({ base: draft.base, changes, ask })
      showSuccess('Booking Confirmation was edited successfully')
      drafts.close(KEY)
    },
  })
  useEffect(() => keep(KEY, { values: form.values }), [keep, form.values])
  const element = useFocusFirstField()
  return (
    <>
      <form ref={element} onSubmit={form.submit} noValidate aria-label={TITLE}>
        <PanelHead title={TITLE}>
          <ChangedMeanwhile
            record={{ entity: 'orders', entityId: order.id }}
            from={draft.base.bookingConfirmation}
            to={order.bookingConfirmation}
            labels={CONFIRMATION_LABELS}
          />
        </PanelHead>
        <PlacesAndVessel form={form} />
        <DateFields form={form} />
        <p className={classes.zone}>Times are in {timeZone}. Departure and arrival are dates only.</p>
        <WideField>
          <RichText
            label={CONFIRMATION_LABELS.bookingClauses}
            value={String(form.values.bookingClauses ?? '')}
            onChange={(html) => form.setFieldValue('bookingClauses', html)}
            codec={plainCodec}
            height={260}
            error={form.errors.bookingClauses ? String(form.errors.bookingClauses) : null}
          />
        </WideField>
        {form.fault && <Fault {...form.fault} />}
        <PanelFoot saving={form.saving} onCancel={() => drafts.close(KEY)} />
      </form>
      {dialog}
    </>
  )
}

function PlacesAndVessel({ form }: { form: PanelForm }) {
  return (
    <FieldGrid>
      {CONFIRMATION_PLACES.map((key) => (
        <PlaceField
          key={key}
          label={CONFIRMATION_LABELS[key]}
          value={String(form.values[key] ?? '')}
          onChange={(code) => form.setFieldValue(key, code)}
          error={form.errors[key]}
        />
      ))}
      <VesselField
        label={CONFIRMATION_LABELS.vessel}
        value={form.values.vessel}
        onChange={(vessel) => form.setFieldValue('vessel', vessel)}
        error={form.errors.vessel}
      />
      <TextInput label={CONFIRMATION_LABELS.vesselVoyage} {...form.getInputProps('vesselVoyage')} />
    </FieldGrid>
  )
}

function DateFields({ form }: { form: PanelForm }) {
  const field = (key: string) => ({
    value: String(form.values[key] ?? ''),
    onChange: (typed: string) => form.setFieldValue(key, typed),
    error: form.errors[key],
  })
  return (
    <>
      <FieldGrid>
        {CONFIRMATION_TIMES.map((key) => (
          <DateTimeField
            key={key}
            label={CONFIRMATION_LABELS[key]}
            day={field(key)}
            time={field(timeOf(key))}
            usual="upcoming"
          />
        ))}
      </FieldGrid>
      <FieldGrid pairs>
        {CONFIRMATION_DAYS.map((key) => (
          <DayField
            key={key}
            label={CONFIRMATION_LABELS[key]}
            {...field(key)}
            read={readDay}
            show={showDay}
            usual={usualOf(key)}
          />
        ))}
      </FieldGrid>
    </>
  )
}

const isKey = (key: string): key is keyof typeof CONFIRMATION_LABELS => key in CONFIRMATION_LABELS
const labelOf = (key: string) => (isKey(key) ? CONFIRMATION_LABELS[key] : key)

const PlaceName = ({ code }: { code: string }) => placeLabel(usePlace(code))

/** A value in the conflict dialog: a place by name; of a long text, the part that differs. */
function Shown({ name, value, other }: { name: string; value: unknown; other: unknown }) {
  const { dateTime } = useDates()
  if (value === null || value === undefined || value === '') return EMPTY
  if (CONFIRMATION_PLACES.some((each) => each === name)) return <PlaceName code={String(value)} />
  if (CONFIRMATION_TIMES.some((each) => each === name)) return dateTime(String(value))
  if (CONFIRMATION_DAYS.some((each) => each === name)) return datesIn('UTC').date(String(value))
  if (name === 'vessel' && typeof value === 'object' && 'name' in value) return String(value.name)
  return name === 'bookingClauses' ? differingHtml(String(value), String(other ?? '')) : String(value)
}
