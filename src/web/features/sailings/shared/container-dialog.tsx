import { Text, TextInput } from '@mantine/core'
import { bareContainerNumber, containerNumberDoubt, SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { type Container, containers } from '#contract/sailings/containers.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { type Field, type InputProps, numberField, textField } from '#web/ui/resource/fields.tsx'
import { RecordDialog } from '#web/ui/resource/record-dialog.tsx'
import { sizeTypeLabel } from './sailing-looks.ts'
import { refreshSailings } from './sailings.ts'

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
]

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
      fields={FIELDS}
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
      }}
      row={container}
      onClose={close}
      size="lg"
    />
  )
}
