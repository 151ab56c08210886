import { TextInput } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import {
  CLOCK_LABELS,
  DAY_UNIT_LABELS,
  FIRST_DAY_LABELS,
  labelOf,
  START_BASIS_LABELS,
} from '#contract/free-time/free-time-codes.ts'
import { freeTimeRules } from '#contract/free-time/free-time-rules.ts'
import { formatDate } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { places } from '#contract/reference/places.ts'
import { PortSelect } from '#web/features/reference/shared/port-select.tsx'
import { EMPTY } from '#web/lib/format/dates.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, numberField, textField } from '#web/ui/resource/fields.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { DayInput } from './shared/day-input.tsx'
import { showPlainDay, showTiers } from './shared/words.ts'
import { TiersInput } from './tiers-input.tsx'

type RuleField = Field<typeof freeTimeRules.row, typeof freeTimeRules.input>

const nameOf = ({ name }: { name: string }) => name
const SIZES = keysOf(SIZE_TYPES).map((value) => ({ value, label: `${value} ${SIZE_TYPES[value].label}` }))

/** A field for one of a few codes. */
function choiceField<Code extends string>(
  name: RuleField['name'],
  label: string,
  labels: Record<Code, string>,
): RuleField {
  const data = keysOf(labels).map((value) => ({ value, label: labels[value] }))
  return {
    name,
    label,
    width: 'half',
    render: (input) => <ChoiceSelect {...input} withAsterisk data={data} />,
    shown: (code) => labelOf(labels, code) || EMPTY,
  }
}

const dayField = (name: 'validFrom' | 'validTo', label: string, withAsterisk: boolean): RuleField => ({
  name,
  label,
  width: 'half',
  render: (input) => <DayInput input={input} withAsterisk={withAsterisk} />,
  shown: (day) => showPlainDay(day ? String(day) : null),
})

const FIELDS: readonly RuleField[] = [
  textField('name', 'Name'),
  choiceField('clock', 'Clock', CLOCK_LABELS),
  choiceField('startBasis', 'Counted from', START_BASIS_LABELS),
  numberField('days', 'Free days', { whole: true, width: 'third' }),
  { ...choiceField('unit', 'Which days', DAY_UNIT_LABELS), width: 'third' },
  { ...choiceField('firstDay', 'First day', FIRST_DAY_LABELS), width: 'third' },
  {
    name: 'placeId',
    label: 'Place',
    width: 'half',
    render: (input, { row }) => (
      <RecordSelect
        input={input}
        resource={places}
        labelOf={nameOf}
        known={row?.place && { id: row.place.id, label: row.place.name }}
        placeholder="Any"
      />
    ),
    shown: (id) => <RecordName resource={places} labelOf={nameOf} id={id} />,
  },
  {
    name: 'port',
    label: 'Port of discharge',
    width: 'half',
    render: (input) => <PortSelect input={input} onChange={input.onChange} />,
    shown: (code) => String(code || EMPTY),
  },
  {
    name: 'carrierId',
    label: 'Carrier',
    width: 'half',
    render: (input, { row }) => (
      <RecordSelect
        input={input}
        resource={carriers}
        labelOf={nameOf}
        known={row?.carrier && { id: row.carrier.id, label: row.carrier.name }}
        placeholder="Any"
      />
    ),
    shown: (id) => <RecordName resource={carriers} labelOf={nameOf} id={id} />,
  },
  {
    name: 'sizeType',
    label: 'Size type',
    width: 'half',
    render: (input) => <ChoiceSelect {...input} data={SIZES} placeholder="Any" clearable />,
    shown: (code) => String(code || EMPTY),
  },
  {
    name: 'tiers',
    label: 'Charges after the last free day',
    render: (input, { form }) => <TiersInput input={input} form={form} />,
    shown: (tiers) => showTiers((Array.isArray(tiers) ? tiers : []) as never, 'USD'),
  },
  {
    name: 'currency',
    label: 'Currency',
    width: 'third',
    render: (input) => <TextInput {...input} value={input.value ?? ''} placeholder="USD" autoComplete="off" />,
  },
  { ...dayField('validFrom', 'Valid from', true), width: 'third' },
  { ...dayField('validTo', 'Valid to', false), width: 'third' },
  textField('source', 'Source', { optional: true }),
]

export function FreeTimeRulesPage() {
  return (
    <ReferenceScreen
      resource={freeTimeRules}
      title="Free time rules"
      icon={IconHourglass}
      about="How many days are free at terminals, CFSs and with carriers appears here, and what the days after that cost."
      nameOf={(row) => row.name}
      columns={[
        idColumn,
        { ...textColumn('name', 200), wraps: true, card: 'title' },
        { id: 'clock', width: 110, cell: ({ clock }) => CLOCK_LABELS[clock] },
        { id: 'place', width: 160, wraps: true, cell: ({ place }) => place?.name ?? EMPTY },
        { id: 'carrier', width: 105, wraps: true, cell: ({ carrier }) => carrier?.name ?? EMPTY },
        { id: 'days', width: 130, cell: ({ days, unit }) => `${days} ${DAY_UNIT_LABELS[unit].toLowerCase()}` },
        { id: 'tiers', width: 210, wraps: true, cell: ({ tiers, currency }) => showTiers(tiers, currency) },
        { id: 'validFrom', width: 105, cell: ({ validFrom }) => formatDate(validFrom) },
      ]}
      fields={FIELDS}
      blank={{
        name: '',
        clock: 'demurrage',
        startBasis: 'discharged',
        days: '',
        unit: 'calendar',
        firstDay: 'next',
        placeId: null,
        port: null,
        carrierId: null,
        sizeType: null,
        tiers: [],
        currency: 'USD',
        validFrom: '',
        validTo: '',
        source: '',
      }}
      dialogSize="lg"
    />
  )
}
