import { describe, expect, test } from 'vitest'
import { type Resource, toastsOf } from '#contract/lib/resource.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { constants } from '#contract/reference/constants.ts'
import { DELIVERY_SAVED } from '#contract/reference/delivery/delivery.ts'
import { depots } from '#contract/reference/depots.ts'
import { events } from '#contract/reference/events.ts'
import { freight } from '#contract/reference/freight.ts'
import { hints } from '#contract/reference/hints.ts'
import { locations } from '#contract/reference/locations.ts'
import { ADDRESS_SETTINGS_CHANGED, mailAddresses } from '#contract/reference/mail-addresses.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'

// Messages of the specification, section 8, to the letter; the others follow their pattern.
const NOT_ALL = 'Not all fields are filled in'
type Texts = [
  resource: Pick<Resource, 'name' | 'toasts' | 'conflict' | 'incomplete' | 'operations'>,
  created: string | null,
  updated: string,
  removed: string | null,
  exists: string | null,
  incomplete: string | null,
]
const screens: Texts[] = [
  [
    events,
    'New Event was added successfully',
    'Your Event was edited successfully',
    'Event was deleted successfully',
    null,
    NOT_ALL,
  ],
  [
    ports,
    'New Port was added successfully',
    'Your Port was edited successfully',
    'Port was deleted successfully',
    'Port with this code ID already exists',
    NOT_ALL,
  ],
  [
    cities,
    'New City was added successfully',
    'Your City was edited successfully',
    'City was deleted successfully',
    'City with this code ID already exists',
    NOT_ALL,
  ],
  [
    vessels,
    'New Vessel was added successfully',
    'Your Vessel was edited successfully',
    'Vessel was deleted successfully',
    'Vessel with this IMO Number already exists',
    NOT_ALL,
  ],
  [
    depots,
    'New Depot was added successfully',
    'Your Depot was edited successfully',
    'Depot was deleted successfully',
    'Depot already exists',
    null,
  ],
  [
    freight,
    'New Freight was added successfully',
    'Your Freight was edited successfully',
    'Freight was deleted successfully',
    'Freight already exists',
    null,
  ],
  [
    cartages,
    'New Cartage was added successfully',
    'Your Cartage was edited successfully',
    'Cartage was deleted successfully',
    null,
    null,
  ],
  [constants, null, 'Your Event was edited successfully', null, null, NOT_ALL],
  [
    locations,
    'New Location was added successfully',
    'Your Location was edited successfully',
    'Location was deleted successfully',
    'Location already exists',
    null,
  ],
  [
    mailAddresses,
    'New Address was added successfully',
    'Address was edited successfully',
    'Address was deleted successfully',
    null,
    null,
  ],
  [
    hints,
    'New Hint was added successfully',
    'Your Hint was edited successfully',
    'Hint was deleted successfully',
    null,
    null,
  ],
]

describe.each(screens)('$name', (resource, created, updated, removed, exists, incomplete) => {
  test('has the messages of the specification', () => {
    const toasts = toastsOf(resource)
    expect(toasts.updated).toBe(updated)
    if (created !== null) expect(toasts.created).toBe(created)
    if (removed !== null) expect(toasts.removed).toBe(removed)
    expect([resource.operations.includes('create'), resource.operations.includes('remove')]).toEqual([
      created !== null,
      removed !== null,
    ])
    expect(resource.conflict?.message ?? null).toBe(exists)
    expect(resource.incomplete ?? null).toBe(incomplete)
  })
})

test('the delivery grid and the address switch have the messages of the specification', () => {
  expect(DELIVERY_SAVED).toBe(' Delivery time was edited successfully')
  expect(ADDRESS_SETTINGS_CHANGED).toBe('Address settings have been changed successfully')
})
