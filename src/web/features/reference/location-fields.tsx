import { type City, cities } from '#contract/reference/cities.ts'
import { type Depot, depots } from '#contract/reference/depots.ts'
import { type Location, locations } from '#contract/reference/locations.ts'
import { ON_OFF } from '#web/ui/resource/columns.tsx'
import { type Field, numberField, switchField } from '#web/ui/resource/fields.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { RowSwitch } from '#web/ui/resource/row-switch.tsx'

const cityLabel = ({ name, code }: Pick<City, 'name' | 'code'>) => `${name} (${code})`
const depotLabel = ({ name }: Pick<Depot, 'name'>) => name

export const LOCATION_FIELDS: readonly Field<typeof locations.row, typeof locations.input>[] = [
  {
    name: 'cityId',
    label: 'City',
    render: (input, { row }) => (
      <RecordSelect
        input={input}
        resource={cities}
        labelOf={cityLabel}
        known={row && { id: row.city.id, label: cityLabel(row.city) }}
        placeholder="Search by name or code"
        required
      />
    ),
    shown: (id) => <RecordName resource={cities} labelOf={cityLabel} id={id} />,
  },
  {
    name: 'depotId',
    label: 'Depot',
    render: (input, { row }) => (
      <RecordSelect
        input={input}
        resource={depots}
        labelOf={depotLabel}
        filters={{ status: 'true' }}
        known={row && { id: row.depot.id, label: row.depot.name }}
        placeholder="Search by name"
        required
      />
    ),
    shown: (id) => <RecordName resource={depots} labelOf={depotLabel} id={id} />,
  },
  numberField('precarFixed', 'PRECAR_FIXED', { unit: 'USD', width: 'third' }),
  numberField('precarVar', 'PRECAR_VAR', { unit: 'USD', width: 'third' }),
  numberField('precarVarMin', 'PRECAR_VAR_MIN', { unit: 'USD', width: 'third' }),
  switchField('visibility', 'Visibility', ON_OFF),
]

export const LOCATION_BLANK = {
  cityId: 0,
  depotId: 0,
  precarFixed: '',
  precarVar: '',
  precarVarMin: '',
  visibility: true,
}

/** Words on the file to import. */
export const LOCATION_IMPORT =
  'A CSV or Excel file with the columns Name (of the city), Code, Depot, PRECAR_FIXED, PRECAR_VAR, PRECAR_VAR_MIN and Visibility, as exported. Rows are matched by city and depot; locations missing from the file stay unchanged.'

export const locationName = ({ city, depot }: Location) => `${city.name} to ${depot.name}`

/** The switch that offers a location, in its row. */
export const LocationSwitch = ({ row }: { row: Location }) => (
  <RowSwitch
    resource={locations}
    id={row.id}
    field="visibility"
    on={row.visibility}
    labels={ON_OFF}
    label={`Visibility of ${locationName(row)}`}
  />
)
