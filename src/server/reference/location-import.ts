import { fieldInTrade } from '#contract/imports/trade-headings.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { comparedForm } from '#contract/lib/text.ts'
import { type Location, locations } from '#contract/reference/locations.ts'
import type { Tx } from '#server/db/client.ts'
import { ByName } from '#server/resource/by-name.ts'
import { columnsOf, type ExportColumn } from '#server/resource/exports/exported-list.ts'
import type { Importer } from '#server/resource/import.ts'
import { type Cells, type ImportColumn, planRows } from '#server/resource/import-rows.ts'
import { locationStore } from './stores/location-store.ts'

const FEES = ['precarFixed', 'precarVar', 'precarVarMin'] as const
const headingOf = (field: keyof NonNullable<typeof locations.columns>) => locations.columns?.[field] ?? field
const NAME = headingOf('city')
const DEPOT = headingOf('depot')
const VISIBILITY = headingOf('visibility')
/** Heading of the city's code, because names of cities are not unique. */
const CODE = 'Code'

const COLUMNS: readonly ImportColumn<Location>[] = [
  { heading: NAME, field: 'cityId', text: ({ city }) => city.name },
  { heading: CODE, field: 'cityId', optional: true, text: ({ city }) => city.code },
  { heading: DEPOT, field: 'depotId', text: ({ depot }) => depot.name },
  ...FEES.map((field) => ({ heading: headingOf(field), field, text: (row: Location) => String(row[field]) })),
  { heading: VISIBILITY, field: 'visibility', optional: true, text: (row) => (row.visibility ? 'Yes' : 'No') },
]

/** The columns of the list, with the city's code after its name. */
export const LOCATION_EXPORT: readonly ExportColumn<Location>[] = columnsOf(locations).flatMap((column) =>
  column.field === 'city' ? [column, { field: 'code', heading: CODE, cell: ({ city }) => city.code }] : [column],
)

const FLAGS: Record<string, boolean> = {
  yes: true,
  on: true,
  true: true,
  1: true,
  no: false,
  off: false,
  false: false,
  0: false,
}
const same = (one: string, other: string) => comparedForm(one) === comparedForm(other)
type Refuse = (heading: string, reason: string) => void

async function lookUps(tx: Tx) {
  const cities = await tx.selectFrom('cities').select(['id', 'code', 'name']).execute()
  const depots = await tx.selectFrom('depots').select(['id', 'name', 'status']).execute()
  const taken = await tx.selectFrom('locations').select(['cityId', 'depotId']).execute()
  const known = new Set(taken.map(keyOf))

  const citiesByName = new ByName(cities)
  const depotsByName = new ByName(depots)

  const cityOf = (name: string, code: string, refuse: Refuse): number | undefined => {
    const found = code === '' ? citiesByName.named(name) : cities.filter((city) => same(city.code, code))
    const [first, second] = found
    if (!first) refuse(code === '' ? NAME : CODE, noSuch('city'))
    else if (second) refuse(NAME, 'More than one city has this name. Please add its code.')
    else if (name !== '' && !same(first.name, name)) refuse(NAME, `${first.code} is ${first.name}`)
    return first?.id
  }
  const depotOf = (name: string, cityId: number | undefined, refuse: Refuse): number | undefined => {
    const [depot, other] = depotsByName.named(name)
    if (!depot) refuse(DEPOT, noSuch('depot'))
    else if (other) refuse(DEPOT, `More than one depot has this name: write ${depotsByName.label(depot)}`)
    else if (!depot.status && !known.has(keyOf({ cityId: cityId ?? 0, depotId: depot.id })))
      refuse(DEPOT, 'This depot is not in service')
    return depot?.id
  }
  return { cityOf, depotOf }
}

const keyOf = ({ cityId, depotId }: { cityId: number; depotId: number }) => `${cityId}:${depotId}`

function visibilityOf(cells: Cells, refuse: Refuse): { visibility?: boolean } {
  const text = cells[VISIBILITY] ?? ''
  const visibility = FLAGS[comparedForm(text)]
  if (text !== '' && visibility === undefined) refuse(VISIBILITY, 'Yes or No')
  return visibility === undefined ? {} : { visibility }
}

/** Locations are matched by city and depot. */
export const locationImport: Importer = {
  path: locations.path,
  name: locations.name,
  table: 'locations',
  form: {
    kind: 'locations',
    headings: Object.fromEntries(COLUMNS.toReversed().map(({ field, heading }) => [field, heading])),
    inTrade: (heading) => fieldInTrade('locations', heading),
    hasMore: true,
    isNumber: (heading) => FEES.some((field) => same(headingOf(field), heading)),
  },
  plan: async (tx, table) => {
    const { cityOf, depotOf } = await lookUps(tx)
    return planRows(table, {
      resource: locations,
      store: locationStore(tx),
      columns: COLUMNS,
      read: (cells, refuse) => {
        const cityId = cityOf(cells[NAME] ?? '', cells[CODE] ?? '', refuse)
        const depotId = depotOf(cells[DEPOT] ?? '', cityId, refuse)
        const fees = Object.fromEntries(FEES.map((field) => [field, cells[headingOf(field)]]))
        return { cityId, depotId, ...fees, ...visibilityOf(cells, refuse) }
      },
      keyOf,
    })
  },
}
