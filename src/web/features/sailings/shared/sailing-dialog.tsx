import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { carriers } from '#contract/reference/carriers.ts'
import { depots } from '#contract/reference/depots.ts'
import { places } from '#contract/reference/places.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { ACTUAL_DATES, SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { PlaceField } from '#web/features/reference/shared/place-field.tsx'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { instantsOf } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { ChangedMeanwhile } from '#web/model/live/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { useRecordSave } from '#web/ui/resource/use-record-save.tsx'
import { SailingDates } from './sailing-dates.tsx'
import classes from './sailing-dialog.module.css'
import { formDates, sailingForm, sailingValues, sentSailing } from './sailing-form.ts'
import { refreshSailings, savedDoubts, warningWords } from './sailings.ts'
import { ActualDateTold } from './told/actual-date-told.tsx'
import { useTold } from './told/use-told.ts'

interface SailingDialogProps {
  /** The sailing to edit; null adds one. */
  sailing: Sailing | null
  onClose: () => void
  /** Called with the saved sailing once the dialog is closed. */
  onSaved?: (sailing: Sailing) => void
}

const { date } = datesIn('UTC')
/** Fields of the conflict dialog, with names and days as in the form. */
const FIELDS = (
  ['voyage', 'portOfLoading', 'portOfDischarge', 'masterBill', 'carrierBooking', 'notes', 'atd', 'portAta'] as const
).map((name) => ({
  name,
  label: SAILING_LABELS[name],
  shown: (value: unknown) =>
    name === 'atd' || name === 'portAta' ? date(String(value ?? '')) : String(value || EMPTY),
}))

/** The milestone of each actual date. */
const MILESTONE_OF = { atd: 'departed', portAta: 'arrived' } as const

/** Adds a sailing with its dates, or edits one, whose planned dates are changed together with its orders. */
export function SailingDialog({ sailing: given, onClose, onSaved }: SailingDialogProps) {
  // The sailing when the dialog opened: it may be read again, and typed values start from this one.
  const [sailing] = useState(given)
  const { timeZone } = useDates()
  const saving = useRecordSave(sailings, FIELDS, ({ id, reference }) => ({
    label: reference,
    href: `/sailings/${id}`,
  }))
  const isNew = sailing === null
  const form = useForm({
    schema: sailingForm(sailing),
    initialValues: sailingValues(sailing, timeZone),
    save: async (values) => {
      const sent = { ...sentSailing(values, isNew, timeZone), ...(entered && toldTo.told) }
      // The cast: the record's schema has checked all but the dates, which are instants by now.
      const saved = sailings.row.parse(await saving.save(sailing, sent as Parameters<typeof saving.save>[1]))
      const warnings = (saved.warnings ?? []).map(warningWords)
      savedDoubts.set({ id: saved.id, warnings, similar: saved.similar ?? [] })
      if (saved.run) watchRun(saved.run)
      release()
      onClose()
      onSaved?.(saved)
      if (!isNew) void refreshSailings()
    },
  })
  const dates = instantsOf(form.values, formDates(isNew), timeZone)
  const entered = sailing
    ? (ACTUAL_DATES.findLast((each) => dates[each] && dates[each] !== sailing[each]) ?? null)
    : null
  const toldTo = useTold(entered && MILESTONE_OF[entered])
  const release = useUnsaved(form.isDirty() || toldTo.chosen)
  return (
    <>
      <FormDialog
        form={form}
        title={isNew ? 'New sailing' : `Edit ${sailing.reference}`}
        confirm="Save"
        size="xl"
        onClose={onClose}
      >
        {sailing && (
          <ChangedMeanwhile
            record={{ entity: 'sailings', entityId: sailing.id }}
            from={sailing}
            to={given}
            labels={SAILING_LABELS}
          />
        )}
        <VesselAndPorts form={form} sailing={sailing} />
        <h3 className={classes.heading}>{isNew ? 'Dates' : 'Actual dates'}</h3>
        <SailingDates dates={formDates(isNew)} form={form} />
        <p className={classes.note}>
          {isNew
            ? `Times are in ${timeZone}. Departure and arrival are dates only.`
            : 'Planned dates are changed for the sailing and its orders together, by Change dates.'}
        </p>
        {sailing && entered && (
          <ActualDateTold sailing={sailing} date={dates[entered] ?? ''} told={toldTo} errors={form.errors} />
        )}
        <WideField>
          <Textarea label={SAILING_LABELS.notes} autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        </WideField>
      </FormDialog>
      {saving.dialog}
    </>
  )
}

const CFS = { kind: 'cfs' }

interface PartProps {
  form: ReturnType<typeof useForm<ReturnType<typeof sailingForm>>>
  sailing: Sailing | null
}

const known = (record: { id: number; name: string } | null | undefined) =>
  record && { id: record.id, label: record.name }

function VesselAndPorts({ form, sailing }: PartProps) {
  const input = (name: 'vesselId' | 'carrierId' | 'depotId' | 'destinationPlaceId') => ({
    label: SAILING_LABELS[name],
    ...form.getInputProps(name),
  })
  return (
    <FieldGrid>
      <RecordSelect
        input={{ ...input('vesselId'), 'data-autofocus': true }}
        resource={vessels}
        labelOf={({ name }) => name}
        known={known(sailing?.vessel)}
        required
        placeholder="Search by name or IMO number"
      />
      <TextInput label={SAILING_LABELS.voyage} withAsterisk autoComplete="off" {...form.getInputProps('voyage')} />
      <RecordSelect
        input={input('carrierId')}
        resource={carriers}
        labelOf={({ name }) => name}
        known={known(sailing?.carrier)}
        placeholder="Search by name or SCAC"
      />
      {(['portOfLoading', 'portOfDischarge'] as const).map((name) => (
        <PlaceField
          key={name}
          label={SAILING_LABELS[name]}
          required
          value={String(form.values[name] ?? '')}
          onChange={(code) => form.setFieldValue(name, code)}
          error={form.errors[name]}
        />
      ))}
      <RecordSelect
        input={input('depotId')}
        resource={depots}
        labelOf={({ name }) => name}
        known={known(sailing?.depot)}
        placeholder="Where cargo is received"
      />
      <RecordSelect
        input={input('destinationPlaceId')}
        resource={places}
        filters={CFS}
        labelOf={({ name }) => name}
        known={known(sailing?.destinationPlace)}
        placeholder="Where cargo is handed over"
      />
      {(['masterBill', 'carrierBooking'] as const).map((name) => (
        <TextInput key={name} label={SAILING_LABELS[name]} autoComplete="off" {...form.getInputProps(name)} />
      ))}
    </FieldGrid>
  )
}
