import type { Destination } from './destinations.ts'

/** Category ids, as the migration numbers them. */
const AMAZON_WEST = 1
const AMAZON_CENTRAL = 2
const AMAZON_EAST = 3
const AMAZON_CANADA = 4
const COMMERCIAL = 5
const CFS_PICK_UP = 6

export interface Cartage {
  categoryId: number
  name: string
  dest: Destination
  /** Days by truck from the port or the rail ramp. */
  truckDays: number
  amazon: boolean
  /** Pick-up at the destination warehouse: no on-carriage. */
  exclusion: boolean
  status: boolean
}

type Centre = readonly [name: string, dest: Destination, truckDays: number]

const WEST: readonly Centre[] = [
  ['LGB8 — Rialto, CA', 'USWC-LAX', 0.04],
  ['ONT8 — Moreno Valley, CA', 'USWC-LAX', 0.1],
  ['ONT6 — Moreno Valley, CA', 'USWC-LAX', 0.1],
  ['ONT2 — San Bernardino, CA', 'USWC-LAX', 0.1],
  ['LAX9 — Fontana, CA', 'USWC-LAX', 0.1],
  ['SNA4 — Rialto, CA', 'USWC-LAX', 0.1],
  ['LGB6 — Riverside, CA', 'USWC-LAX', 0.1],
  ['OAK3 — Patterson, CA', 'USWC-LAX', 0.8],
  ['LAS1 — Henderson, NV', 'USWC-LAX', 0.7],
  ['PHX3 — Phoenix, AZ', 'USWC-LAX', 1],
  ['PHX7 — Phoenix, AZ', 'USWC-LAX', 1],
  ['GYR3 — Phoenix, AZ', 'USWC-LAX', 1],
  ['BFI3 — DuPont, WA', 'USWC-SEA', 0.1],
  ['BFI4 — Kent, WA', 'USWC-SEA', 0.05],
  ['PDX7 — Salem, OR', 'USWC-SEA', 0.6],
]
const CENTRAL: readonly Centre[] = [
  ['FTW1 — Dallas, TX', 'US-DAL', 0],
  ['DFW6 — Coppell, TX', 'US-DAL', 0],
  ['HOU2 — Houston, TX', 'US-DAL', 0.5],
  ['MDW2 — Joliet, IL', 'US-CHI', 0.1],
  ['IND9 — Greenwood, IN', 'US-CHI', 0.5],
  ['FWA4 — Fort Wayne, IN', 'US-CHI', 0.5],
  ['MEM1 — Memphis, TN', 'US-DAL', 0.9],
]
const EAST: readonly Centre[] = [
  ['CLT2 — Charlotte, NC', 'USEC-SAV', 0.6],
  ['AVP1 — Hazle Township, PA', 'USEC-NYC', 0.4],
  ['ABE8 — Florence, NJ', 'USEC-NYC', 0.2],
  ['ACY2 — Burlington, NJ', 'USEC-NYC', 0.2],
  ['MGE3 — Jefferson, GA', 'USEC-SAV', 0.6],
  ['JAX3 — Jacksonville, FL', 'USEC-SAV', 0.4],
]
const CANADA: readonly Centre[] = [
  ['YVR2 — Delta, BC', 'CA-YVR', 0.05],
  ['YVR3 — New Westminster, BC', 'CA-YVR', 0.05],
  ['YVR4 — Tsawwassen, BC', 'CA-YVR', 0.05],
  ['YXX2 — Richmond, BC', 'CA-YVR', 0.05],
  ['YYC1 — Calgary area, AB', 'CA-YYC', 0.1],
  ['YEG1 — Nisku, AB', 'CA-YYC', 0.4],
  ['YYZ1 — Mississauga, ON', 'CA-YYZ', 0.1],
  ['YYZ2 — Milton, ON', 'CA-YYZ', 0.1],
  ['YYZ3 — Brampton, ON', 'CA-YYZ', 0.1],
  ['YYZ4 — Brampton, ON', 'CA-YYZ', 0.1],
  ['YYZ7 — Bolton, ON', 'CA-YYZ', 0.1],
  ['YYZ9 — Scarborough, ON', 'CA-YYZ', 0.1],
  ['YOO1 — Ajax, ON', 'CA-YYZ', 0.1],
  ['YHM1 — Mount Hope, ON', 'CA-YYZ', 0.2],
  ['YOW1 — Navan, ON', 'CA-YUL', 0.4],
  ['YOW3 — Nepean, ON', 'CA-YUL', 0.4],
]
const ADDRESSES: readonly Centre[] = [
  ['Los Angeles area, CA', 'USWC-LAX', 0.1],
  ['San Diego area, CA', 'USWC-LAX', 0.3],
  ['San Francisco Bay Area, CA', 'USWC-LAX', 0.8],
  ['Las Vegas area, NV', 'USWC-LAX', 0.7],
  ['Phoenix area, AZ', 'USWC-LAX', 1],
  ['Salt Lake City area, UT', 'USWC-LAX', 1.5],
  ['Denver area, CO', 'USWC-LAX', 2],
  ['Seattle and Tacoma area, WA', 'USWC-SEA', 0.1],
  ['Portland area, OR', 'USWC-SEA', 0.5],
  ['Chicago area, IL', 'US-CHI', 0.1],
  ['Indianapolis area, IN', 'US-CHI', 0.5],
  ['Minneapolis area, MN', 'US-CHI', 1],
  ['Dallas and Fort Worth area, TX', 'US-DAL', 0.1],
  ['Houston area, TX', 'US-DAL', 0.6],
  ['New York and New Jersey area', 'USEC-NYC', 0.1],
  ['Philadelphia area, PA', 'USEC-NYC', 0.3],
  ['Boston area, MA', 'USEC-NYC', 0.7],
  ['Atlanta area, GA', 'USEC-SAV', 0.6],
  ['Charlotte area, NC', 'USEC-SAV', 0.6],
  ['Vancouver area, BC', 'CA-YVR', 0.1],
  ['Calgary area, AB', 'CA-YYC', 0.1],
  ['Edmonton area, AB', 'CA-YYC', 0.5],
  ['Toronto area, ON', 'CA-YYZ', 0.1],
  ['Ottawa area, ON', 'CA-YUL', 0.4],
  ['Montreal area, QC', 'CA-YUL', 0.1],
]
const WAREHOUSES: readonly Centre[] = [
  ['CFS Carson, CA', 'USWC-LAX', 0],
  ['CFS Kent, WA', 'USWC-SEA', 0],
  ['CFS Elk Grove Village, IL', 'US-CHI', 0],
  ['CFS Grand Prairie, TX', 'US-DAL', 0],
  ['CFS Secaucus, NJ', 'USEC-NYC', 0],
  ['CFS Garden City, GA', 'USEC-SAV', 0],
  ['CFS Delta, BC', 'CA-YVR', 0],
  ['CFS Calgary, AB', 'CA-YYC', 0],
  ['CFS Brampton, ON', 'CA-YYZ', 0],
  ['CFS Saint-Laurent, QC', 'CA-YUL', 0],
]
/** True for a cartage that is no longer offered; old orders still name it. */
const CLOSED = new Set(['Salt Lake City area, UT'])

function category(categoryId: number, list: readonly Centre[]): Cartage[] {
  return list.map(([name, dest, truckDays]) => ({
    categoryId,
    name,
    dest,
    truckDays,
    amazon: categoryId <= AMAZON_CANADA,
    exclusion: categoryId === CFS_PICK_UP,
    status: !CLOSED.has(name),
  }))
}

/** Destinations by category; the id of each is its position in the list, from 1. */
export const CARTAGES: readonly Cartage[] = [
  ...category(AMAZON_WEST, WEST),
  ...category(AMAZON_CENTRAL, CENTRAL),
  ...category(AMAZON_EAST, EAST),
  ...category(AMAZON_CANADA, CANADA),
  ...category(COMMERCIAL, ADDRESSES),
  ...category(CFS_PICK_UP, WAREHOUSES),
]
