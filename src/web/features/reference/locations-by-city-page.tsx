import { IconMapPin } from '@tabler/icons-react'
import { type Location, locations } from '#contract/reference/locations.ts'
import { namedColumn, numberColumn } from '#web/ui/resource/columns.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { LOCATION_BLANK, LOCATION_FIELDS, LOCATION_IMPORT, LocationSwitch, locationName } from './location-fields.tsx'
import classes from './locations.module.css'
import { LocationsSwitch } from './locations-switch.tsx'

const cityOf = ({ cityId, city }: Location) => ({
  key: cityId,
  name: (
    <>
      {city.name}
      <span className={classes.code}>{city.code}</span>
    </>
  ),
})

/** The depots of each city with their fees. */
export function LocationsByCityPage() {
  return (
    <ReferenceScreen
      resource={locations}
      title="Pick-up Locations"
      label="Pick-up Locations by city"
      icon={IconMapPin}
      about="Cities where goods are picked up from suppliers appear here with the fees to each depot."
      nameOf={locationName}
      importing={LOCATION_IMPORT}
      tools={<LocationsSwitch />}
      fixedSort={{ column: 'city', descending: false }}
      groupOf={cityOf}
      listPath="/locations"
      columns={[
        namedColumn('depot', 240),
        numberColumn('precarFixed', 140),
        numberColumn('precarVar', 130),
        numberColumn('precarVarMin', 160),
        { id: 'visibility', width: 120, noLink: true, cell: (row) => <LocationSwitch row={row} /> },
      ]}
      fields={LOCATION_FIELDS}
      blank={LOCATION_BLANK}
    />
  )
}
