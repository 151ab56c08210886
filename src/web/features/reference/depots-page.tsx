import { Checkbox, Group } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Depot, depots, ORIGINS_PATH, origin } from '#contract/reference/depots.ts'
import { RatesPage } from '#web/features/reference/shared/rates/rates-page.tsx'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { flagColumn, idColumn, numberColumn, ON_OFF, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, type InputProps, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { OptionNames } from '#web/ui/resource/record-name.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { PlaceSelect } from './place-select.tsx'

const ORIGINS = resourceQueries({ key: 'origins', path: ORIGINS_PATH, row: origin, sortable: [] }).all()

/** The input for the kinds of origin for which a depot is offered. */
function OriginsInput({ input: { value, onChange, label, error } }: { input: InputProps }) {
  const { data = [] } = useQuery(ORIGINS)
  return (
    <Checkbox.Group
      label={label}
      withAsterisk
      error={error}
      value={[value].flat().map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    >
      <Group gap="lg" mt={6}>
        {data.map(({ id, name }) => (
          <Checkbox key={id} value={String(id)} label={name} aria-invalid={error ? true : undefined} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

const originsOf = ({ origins }: Depot) => origins.map(({ name }) => name).join(', ')

const OriginNames = ({ ids }: { ids: unknown }) => <OptionNames options={useQuery(ORIGINS).data ?? []} ids={ids} />

const FIELDS: readonly Field<typeof depots.row, typeof depots.input>[] = [
  {
    name: 'code',
    label: 'Port / city',
    render: (input, { form }) => (
      <PlaceSelect
        input={input}
        onPlace={(place, before) => {
          if (!place) form.validateField('code')
          const { name } = form.getValues()
          if (place && (!name || name === before?.name)) form.setFieldValue('name', place.name)
        }}
      />
    ),
  },
  textField('name', 'Name'),
  {
    name: 'originIds',
    label: 'Category',
    render: (input) => <OriginsInput input={input} />,
    shown: (ids) => <OriginNames ids={ids} />,
  },
  numberField('tier', 'Tier', { whole: true, width: 'quarter' }),
  numberField('depotFixed', 'DEPOT_FIXED', { unit: 'USD', width: 'quarter' }),
  numberField('depotVar', 'DEPOT_VAR', { unit: 'USD', width: 'quarter' }),
  numberField('depotVarMin', 'DEPOT_VAR_MIN', { unit: 'USD', width: 'quarter' }),
  switchField('visibility', 'Visibility', ON_OFF, 'Offered as an origin'),
  switchField('status', 'Status', ON_OFF, 'In service'),
]

export function DepotsPage() {
  return (
    <RatesPage
      entity="depot"
      today={(parts) => (
        <ReferenceScreen
          resource={depots}
          title="Depots"
          icon={IconBuildingWarehouse}
          about="Warehouses where goods are consolidated appear here with their fees."
          nameOf={(row) => row.name}
          codeOf={(row) => row.code}
          consequence="Its delivery times will also be deleted."
          dialogSize="lg"
          columns={[
            idColumn,
            textColumn('name', 120),
            textColumn('code', 90),
            { id: 'origins', width: 140, wraps: true, fits: originsOf, cell: originsOf },
            numberColumn('tier', 70),
            numberColumn('depotFixed', 126),
            numberColumn('depotVar', 116),
            numberColumn('depotVarMin', 146),
            flagColumn('visibility', 98, ON_OFF),
            flagColumn('status', 84, ON_OFF),
          ]}
          fields={FIELDS}
          blank={{
            code: '',
            name: '',
            originIds: [],
            tier: '',
            depotFixed: '',
            depotVar: '',
            depotVarMin: '',
            visibility: true,
            status: true,
          }}
          {...parts}
        />
      )}
    />
  )
}
