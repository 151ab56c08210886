import { IconMapPin } from '@tabler/icons-react'
import { locations } from '#contract/reference/locations.ts'
import { RatesPage } from '#web/features/reference/shared/rates/rates-page.tsx'
import { idColumn, namedColumn, numberColumn } from '#web/ui/resource/columns.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { LOCATION_BLANK, LOCATION_FIELDS, LOCATION_IMPORT, LocationSwitch, locationName } from './location-fields.tsx'
import { LocationsSwitch } from './locations-switch.tsx'

export function LocationsPage() {
  return (
    <RatesPage
      entity="location"
      today={(parts) => (
        <ReferenceScreen
          resource={locations}
          title="Pick-up Locations"
          icon={IconMapPin}
          about="Cities where goods are picked up from suppliers appear here with the fees to the depot."
          nameOf={locationName}
          importing={LOCATION_IMPORT}
          tools={<LocationsSwitch />}
          columns={[
            idColumn,
            namedColumn('city', 200),
            namedColumn('depot', 240),
            numberColumn('precarFixed', 140),
            numberColumn('precarVar', 130),
            numberColumn('precarVarMin', 160),
            {
              id: 'visibility',
              width: 120,
              noLink: true,
              cell: (row) => <LocationSwitch row={row} />,
            },
          ]}
          fields={LOCATION_FIELDS}
          blank={LOCATION_BLANK}
          {...parts}
        />
      )}
    />
  )
}
