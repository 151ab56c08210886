import { IconMapPin } from '@tabler/icons-react'
import { locations } from '#contract/locations.ts'
import { idColumn, namedColumn, numberColumn } from './columns.tsx'
import { LOCATION_BLANK, LOCATION_FIELDS, LocationSwitch, locationName } from './location-fields.tsx'
import { LocationsSwitch } from './locations-switch.tsx'
import { ReferenceScreen } from './reference-screen.tsx'

export function LocationsPage() {
  return (
    <ReferenceScreen
      resource={locations}
      title="Pick-up Locations"
      icon={IconMapPin}
      about="Cities where goods are collected from suppliers, and what the way to the depot costs, stand here."
      nameOf={locationName}
      tools={<LocationsSwitch />}
      columns={[
        idColumn,
        namedColumn('city', 'Name', 200),
        namedColumn('depot', 'Depot', 240),
        numberColumn('precarFixed', 'PRECAR_FIXED', 140),
        numberColumn('precarVar', 'PRECAR_VAR', 130),
        numberColumn('precarVarMin', 'PRECAR_VAR_MIN', 160),
        {
          id: 'visibility',
          header: 'Visibility',
          width: 120,
          noLink: true,
          cell: (row) => <LocationSwitch row={row} />,
        },
      ]}
      fields={LOCATION_FIELDS}
      blank={LOCATION_BLANK}
    />
  )
}
