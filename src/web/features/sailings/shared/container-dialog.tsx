import { Text, TextInput } from '@mantine/core'
import { recordOf } from '#contract/lib/record-of.ts'
import { bareContainerNumber, containerNumberDoubt, SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { type Place, places } from '#contract/reference/places.ts'
import { CONTAINER_TIME_LABELS, CONTAINER_TIMES, type Container, containers } from '#contract/sailings/containers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { type Field, type InputProps, numberField, textField } from '#web/ui/resource/fields.tsx'
import { RecordDialog } from '#web/ui/resource/record-dialog.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { sizeTypeLabel } from './sailing-looks.ts'
import { refreshSailings } from './sailings.ts'
import { TimeInput } from './time-input.tsx'

type ContainerField = Field<typeof containers.row, typeof containers.input>

/** A container number, with a warning if ISO 6346 does not allow it; it is accepted anyway. */
function NumberInput({ input }: { input: InputProps }) {
  const doubt = containerNumberDoubt(bareContainerNumber(String(input.value ?? '')))
  return (
    <div>
      <TextInput {...input} autoComplete="off" placeholder="TGHU 123456 7" />
      <Text size="xs" c="var(--qs-warn)" mt={4} role="status">
        {doubt && !input.error && `${doubt}. You can save it anyway.`}
      </Text>
    </div>
  )
}

const SIZES = Object.entries(SIZE_TYPES).map(([value, { label }]) => ({ value, label: `${label} (${value})` }))
const usual: Partial<Record<string, { maxCbm: number; maxKg: number }>> = SIZE_TYPES

/** A field for a capacity; empty for the usual one of the size type. */
const capacityField = (name: 'maxCbm' | 'maxKg', label: string, unit: string): ContainerField => ({
  name,
  label,
  width: 'half',
  render: (input, { form }) => (
    <TextInput
      {...input}
      value={input.value ?? ''}
      inputMode="decimal"
      autoComplete="off"
      placeholder={shortQuantity(usual[form.getValues().sizeType]?.[name])}
      rightSection={unit}
      rightSectionWidth={52}
    />
  ),
})

const TERMINALS = { kind: ['terminal', 'rail'] }
const nameOf = ({ name }: Pick<Place, 'name'>) => name

const TERMINAL: ContainerField = {
  name: 'terminalPlaceId',
  label: 'Terminal at the destination',
  width: 'half',
  render: (input, { row }) => (
    <RecordSelect
      input={input}
      resource={places}
      filters={TERMINALS}
      labelOf={nameOf}
      known={row?.terminalPlace && { id: row.terminalPlace.id, label: row.terminalPlace.name }}
      placeholder="Search by name or port"
    />
  ),
  shown: (id) => <RecordName resource={places} labelOf={nameOf} id={id} />,
}

const ShownTime = ({ at }: { at: unknown }) => useDates().dateTime(at ? String(at) : null)

const ClockOfTimes = () => (
  <Text size="sm" c="dimmed" mt={6}>
    Times are in {useDates().timeZone}.
  </Text>
)

const TIMES: readonly ContainerField[] = CONTAINER_TIMES.map((name, at) => ({
  name,
  label: CONTAINER_TIME_LABELS[name],
  width: 'half',
  render: (input) => (
    <>
      <TimeInput input={input} />
      {at === CONTAINER_TIMES.length - 1 && <ClockOfTimes />}
    </>
  ),
  shown: (at) => <ShownTime at={at} />,
}))

const FIELDS: readonly ContainerField[] = [
  { name: 'number', label: 'Container number', width: 'half', render: (input) => <NumberInput input={input} /> },
  {
    name: 'sizeType',
    label: 'Size type',
    width: 'half',
    render: (input) => <ChoiceSelect {...input} withAsterisk data={SIZES} />,
    shown: (value) => sizeTypeLabel(String(value)),
  },
  { ...textField('seal', 'Seal', { optional: true }), width: 'half' },
  capacityField('maxCbm', 'Capacity', 'CBM'),
  capacityField('maxKg', 'Payload', 'kg'),
  numberField('tareKg', 'Tare', { unit: 'kg', width: 'half', optional: true }),
  numberField('vgmKg', 'VGM', { unit: 'kg', width: 'half', optional: true }),
  TERMINAL,
]
/** What happens after the arrival is known once there is a container. */
const FIELDS_LATER = [...FIELDS, ...TIMES]

interface ContainerDialogProps {
  /** The sailing for which it is filled, or the FCL order to which it belongs. */
  owner: { sailingId: number } | { orderId: number }
  /** The container to edit; null adds one. */
  container: Container | null
  onClose: () => void
}

/** Adds or edits a container. */
export function ContainerDialog({ owner, container, onClose }: ContainerDialogProps) {
  const close = () => {
    onClose()
    void refreshSailings()
  }
  return (
    <RecordDialog
      resource={containers}
      fields={container ? FIELDS_LATER : FIELDS}
      blank={{
        sailingId: null,
        orderId: null,
        ...owner,
        number: '',
        sizeType: '45G1',
        seal: '',
        tareKg: '',
        maxKg: '',
        maxCbm: '',
        vgmKg: '',
        terminalPlaceId: null,
        ...recordOf(CONTAINER_TIMES, () => null),
      }}
      row={container}
      onClose={close}
      size="lg"
    />
  )
}
