import type { PlaceKind } from '#contract/reference/places.ts'

interface DestinationPlace {
  name: string
  kind: PlaceKind
  portCode: string | null
  country: string
  region: string
  address: string
  hours: string
  timeZone: string
  firmsCode: string | null
  subLocationCode: string | null
  contact: string
}

/** Area of each port of discharge: its province or state, and its clock. */
const AREAS = {
  USLAX: ['US', 'CA', 'America/Los_Angeles'],
  USLGB: ['US', 'CA', 'America/Los_Angeles'],
  USSEA: ['US', 'WA', 'America/Los_Angeles'],
  USTIW: ['US', 'WA', 'America/Los_Angeles'],
  USNYC: ['US', 'NY', 'America/New_York'],
  USEWR: ['US', 'NJ', 'America/New_York'],
  USSAV: ['US', 'GA', 'America/New_York'],
  CAVAN: ['CA', 'BC', 'America/Vancouver'],
  CAPRR: ['CA', 'BC', 'America/Vancouver'],
  CAHAL: ['CA', 'NS', 'America/Halifax'],
} as const
type Port = keyof typeof AREAS

/** Warehouses of the demo, which do not exist: name, port, customs code, address. */
const WAREHOUSES: readonly (readonly [name: string, port: Port, code: string, address: string])[] = [
  ['Harbor Gate CFS', 'USLAX', 'Q7H1', '2110 E Sepulveda Blvd, Carson, CA 90810'],
  ['Alameda CFS', 'USLGB', 'Q7H2', '1840 W Anaheim St, Long Beach, CA 90813'],
  ['Duwamish CFS', 'USSEA', 'Q7H3', '640 S Lucile St, Seattle, WA 98108'],
  ['Tideflats CFS', 'USTIW', 'Q7H4', '3115 Port of Tacoma Rd, Tacoma, WA 98421'],
  ['Greenpoint CFS', 'USNYC', 'Q7H5', '75 Kingsland Ave, Brooklyn, NY 11222'],
  ['Newark Bay CFS', 'USEWR', 'Q7H6', '410 Doremus Ave, Newark, NJ 07105'],
  ['Garden City CFS', 'USSAV', 'Q7H7', '22 Grange Rd, Port Wentworth, GA 31407'],
  ['Fraser River CFS', 'CAVAN', '9811', '8200 River Way, Delta, BC V4G 1B5'],
  ['Ridley CFS', 'CAPRR', '9812', '500 Park Ave, Prince Rupert, BC V8J 1L9'],
  ['Bedford Basin CFS', 'CAHAL', '9813', '30 Akerley Blvd, Dartmouth, NS B3B 1N1'],
]

/** Terminals of the ports, and rail terminals inland. */
const TERMINALS: readonly (readonly [name: string, port: Port])[] = [
  ['TraPac Los Angeles', 'USLAX'],
  ['Long Beach Container Terminal', 'USLGB'],
  ['Terminal 18, Seattle', 'USSEA'],
  ['Washington United Terminals', 'USTIW'],
  ['GCT New York', 'USNYC'],
  ['Port Newark Container Terminal', 'USEWR'],
  ['Garden City Terminal', 'USSAV'],
  ['GCT Deltaport', 'CAVAN'],
  ['Fairview Container Terminal', 'CAPRR'],
  ['Atlantic Hub, Halifax', 'CAHAL'],
]
const RAIL_TERMINALS = [
  ['CN Brampton Intermodal', 'CA', 'ON', 'America/Toronto'],
  ['CPKC Calgary Intermodal', 'CA', 'AB', 'America/Edmonton'],
  ['BNSF Logistics Park Chicago', 'US', 'IL', 'America/Chicago'],
] as const

const areaOf = (port: Port) => {
  const [country, region, timeZone] = AREAS[port]
  return { portCode: port, country, region, timeZone }
}
const UNKNOWN = { address: '', hours: '', firmsCode: null, subLocationCode: null, contact: '' }

/** Places at the destinations of the demo's sailings: for each port a CFS and a terminal. */
export const DESTINATION_PLACES: readonly DestinationPlace[] = [
  ...WAREHOUSES.map(([name, port, code, address]) => ({
    ...UNKNOWN,
    ...areaOf(port),
    name,
    kind: 'cfs' as const,
    address,
    hours: 'Mon to Fri 8:00 to 16:30',
    ...(port.startsWith('US') ? { firmsCode: code } : { subLocationCode: code }),
    contact: 'Import desk',
  })),
  ...TERMINALS.map(([name, port]) => ({ ...UNKNOWN, ...areaOf(port), name, kind: 'terminal' as const })),
  ...RAIL_TERMINALS.map(([name, country, region, timeZone]) => ({
    ...UNKNOWN,
    ...{ name, country, region, timeZone, portCode: null, kind: 'rail' as const },
  })),
]

/** The id of the place of a kind at a port; null where there is none. */
export function destinationPlaceId(kind: 'cfs' | 'terminal', port: string): number | null {
  const at = DESTINATION_PLACES.findIndex((place) => place.kind === kind && place.portCode === port)
  return at < 0 ? null : at + 1
}
