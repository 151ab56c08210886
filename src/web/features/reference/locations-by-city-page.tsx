import { VisuallyHidden } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Location, locations } from '#contract/reference/locations.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { ListSkeleton } from '#web/ui/list/list-skeleton.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { LOCATION_BLANK, LOCATION_FIELDS, LOCATION_IMPORT, LocationSwitch, locationName } from './location-fields.tsx'
import classes from './locations.module.css'
import { LocationsSwitch } from './locations-switch.tsx'

interface CitiesProps {
  rows: readonly Location[] | undefined
  actions: (row: Location) => ReactNode
  empty: ReactNode
}

type Heading = Pick<Column<Location>, 'align'> & { id: keyof Location }

const COLUMNS: readonly Heading[] = [
  { id: 'depot' },
  { id: 'precarFixed', align: 'right' },
  { id: 'precarVar', align: 'right' },
  { id: 'precarVarMin', align: 'right' },
  { id: 'visibility' },
]

/** The depots of each city with their fees; rows come sorted by city. */
function Cities({ rows, actions, empty }: CitiesProps) {
  const byCity = Map.groupBy(rows ?? [], ({ cityId }) => cityId)
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label="Pick-up Locations by city" aria-busy={!rows}>
        <thead>
          <tr>
            {COLUMNS.map(({ id, align }) => (
              <th key={id} scope="col" data-align={align}>
                {locations.columns?.[id]}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {!rows && <ListSkeleton columns={COLUMNS} rows={10} withActions />}
        {[...byCity.values()].map((group) => (
          <City key={group[0]?.cityId} group={group} actions={actions} />
        ))}
      </table>
      {rows?.length === 0 && empty}
    </div>
  )
}

function City({ group, actions }: { group: readonly Location[]; actions: CitiesProps['actions'] }) {
  const city = group[0]?.city
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={6}>
          {city?.name}
          <span className={classes.code}>{city?.code}</span>
        </th>
      </tr>
      {group.map((row) => (
        <tr key={row.id}>
          <td>{row.depot.name}</td>
          <td data-align="right">{row.precarFixed}</td>
          <td data-align="right">{row.precarVar}</td>
          <td data-align="right">{row.precarVarMin}</td>
          <td>
            <LocationSwitch row={row} />
          </td>
          <td data-align="right">{actions(row)}</td>
        </tr>
      ))}
    </tbody>
  )
}

export function LocationsByCityPage() {
  return (
    <ReferenceScreen
      resource={locations}
      title="Pick-up Locations"
      icon={IconMapPin}
      about="Cities where goods are picked up from suppliers appear here with the fees to each depot."
      nameOf={locationName}
      importing={LOCATION_IMPORT}
      tools={<LocationsSwitch />}
      fixedSort={{ column: 'city', descending: false }}
      columns={[]}
      table={(shown) => <Cities {...shown} />}
      fields={LOCATION_FIELDS}
      blank={LOCATION_BLANK}
    />
  )
}
