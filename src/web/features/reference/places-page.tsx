import { TextInput } from '@mantine/core'
import { IconMapPins } from '@tabler/icons-react'
import { keysOf } from '#contract/lib/record-of.ts'
import { PLACE_KIND_LABELS, type Place, places } from '#contract/reference/places.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, type FieldContext, type InputProps, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { PortSelect } from './port-select.tsx'

type PlaceField = Field<typeof places.row, typeof places.input>

const KINDS = keysOf(PLACE_KIND_LABELS).map((value) => ({ value, label: PLACE_KIND_LABELS[value] }))
const ZONES = Intl.supportedValuesOf('timeZone')
const kindOf = (kind: unknown) => KINDS.find(({ value }) => value === kind)?.label ?? EMPTY

/** The country of a port, by its UN/LOCODE. */
const countryOf = (code: unknown) => /^[A-Z]{2}/.exec(String(code ?? ''))?.[0] ?? ''

/** The choice of a port; its country follows, unless another one was chosen. */
function PortInput({
  input,
  form,
}: { input: InputProps } & Pick<FieldContext<typeof places.row, typeof places.input>, 'form'>) {
  return (
    <PortSelect
      input={input}
      onChange={(code) => {
        const { country, portCode } = form.getValues()
        if (!country || country === countryOf(portCode)) form.setFieldValue('country', countryOf(code))
        input.onChange(code)
      }}
    />
  )
}

/** A field for a code that may be missing. */
const codeField = (
  name: 'country' | 'region' | 'firmsCode' | 'subLocationCode',
  label: string,
  placeholder: string,
): PlaceField => ({
  name,
  label,
  width: 'half',
  render: (input) => <TextInput {...input} value={input.value ?? ''} placeholder={placeholder} autoComplete="off" />,
  shown: (code) => String(code || EMPTY),
})

const FIELDS: readonly PlaceField[] = [
  textField('name', 'Name'),
  {
    name: 'kind',
    label: 'Kind',
    width: 'half',
    render: (input) => <ChoiceSelect {...input} withAsterisk data={KINDS} />,
    shown: kindOf,
  },
  {
    name: 'portCode',
    label: 'Port',
    width: 'half',
    render: (input, { form }) => <PortInput input={input} form={form} />,
    shown: (code) => String(code || EMPTY),
  },
  codeField('country', 'Country', 'US'),
  codeField('region', 'State or province', 'CA'),
  {
    name: 'timeZone',
    label: 'Time zone',
    render: (input) => <ChoiceSelect {...input} withAsterisk data={ZONES} placeholder="America/Los_Angeles" />,
  },
  textField('address', 'Address', { optional: true }),
  textField('hours', 'Hours', { optional: true }),
  codeField('firmsCode', 'FIRMS code (US)', 'W185'),
  codeField('subLocationCode', 'Sub-location code (Canada)', '3037'),
  textField('contact', 'Contact', { optional: true }),
]

const regionOf = ({ country, region }: Place) => [country, region].filter(Boolean).join('-') || EMPTY

export function PlacesPage() {
  return (
    <ReferenceScreen
      resource={places}
      title="Places"
      icon={IconMapPins}
      about="CFSs and terminals at the destination appear here, to be named on sailings and containers."
      nameOf={(row) => row.name}
      codeOf={(row) => row.firmsCode ?? row.subLocationCode ?? ''}
      columns={[
        idColumn,
        { ...textColumn('name', 240), card: 'title' },
        { id: 'kind', width: 120, cell: ({ kind }) => PLACE_KIND_LABELS[kind] },
        { id: 'portCode', width: 90, cell: ({ portCode }) => portCode ?? EMPTY },
        { id: 'country', width: 100, cell: regionOf },
        { id: 'firmsCode', width: 110, cell: ({ firmsCode }) => firmsCode ?? EMPTY },
        { id: 'subLocationCode', width: 160, cell: ({ subLocationCode }) => subLocationCode ?? EMPTY },
        textColumn('timeZone', 190),
      ]}
      fields={FIELDS}
      blank={{
        name: '',
        kind: 'cfs',
        portCode: null,
        country: '',
        region: '',
        address: '',
        hours: '',
        timeZone: '',
        firmsCode: '',
        subLocationCode: '',
        contact: '',
      }}
      dialogSize="lg"
    />
  )
}
