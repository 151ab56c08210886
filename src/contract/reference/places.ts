import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { codeForm, lettersAndDigits } from '#contract/lib/text.ts'

/** Kinds of places: where LCL cargo is stripped, where containers are discharged, where trains end. */
export const PLACE_KINDS = ['cfs', 'terminal', 'rail'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]
export const PLACE_KIND_LABELS: Record<PlaceKind, string> = {
  cfs: 'CFS',
  terminal: 'Terminal',
  rail: 'Rail terminal',
}

/** A code of the customs of a country, in upper case; null for none. */
const customsCode = (label: string, pattern: RegExp, message: string) =>
  f
    .optionalKeyText(label, 4, (code) => lettersAndDigits(code).toUpperCase(), { pattern: [pattern, message] })
    .transform((code) => code || null)

/** A part of an ISO 3166 code, in upper case; '' for none. */
const isoCode = (label: string, most: number, pattern: RegExp, message: string) =>
  f.optionalKeyText(label, most, (code) => codeForm(code).toUpperCase(), { pattern: [pattern, message] })

/** Places at the destination: cargo is fetched there, and days that are free are counted there. */
export const places = defineResource({
  key: 'places',
  path: 'place',
  name: 'Place',
  about: 'CFSs, terminals and rail terminals at the destination.',
  scope: 'reference',
  refs: { portCode: 'placeCodes' },
  row: z.object({
    ...versioned,
    name: z.string(),
    kind: z.literal(PLACE_KINDS),
    portCode: z.string().nullable(),
    country: z.string(),
    region: z.string(),
    address: z.string(),
    hours: z.string(),
    timeZone: z.string(),
    firmsCode: z.string().nullable(),
    subLocationCode: z.string().nullable(),
    contact: z.string(),
  }),
  input: z.object({
    name: f.requiredText('Name', 100),
    kind: f.oneOf(PLACE_KINDS),
    portCode: f.optionalCode('Port'),
    country: isoCode('Country', 2, /^[A-Z]{2}$/, 'A country has 2 letters'),
    region: isoCode('State or province', 3, /^[A-Z0-9]{1,3}$/, 'A state or province has up to 3 letters or digits'),
    address: f.text('Address', 255),
    hours: f.text('Hours', 255),
    timeZone: f.keyText('Time zone', 50),
    firmsCode: customsCode('FIRMS code', /^[A-Z0-9]{4}$/, 'A FIRMS code has 4 letters or digits'),
    subLocationCode: customsCode('Sub-location code', /^\d{4}$/, 'A sub-location code has 4 digits'),
    contact: f.text('Contact', 255),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'kind', 'portCode', 'country', 'region', 'timeZone'],
  searchable: ['name', 'portCode', 'firmsCode', 'subLocationCode'],
  filterable: ['kind', 'portCode', 'country'],
  columns: {
    id: 'ID',
    name: 'Name',
    kind: 'Kind',
    portCode: 'Port',
    country: 'Country',
    region: 'State or province',
    address: 'Address',
    hours: 'Hours',
    timeZone: 'Time zone',
    firmsCode: 'FIRMS code',
    subLocationCode: 'Sub-location code',
    contact: 'Contact',
  },
  conflict: { field: 'name', message: 'Place with this name already exists' },
  incomplete: NOT_ALL_FILLED,
})
export type Place = z.infer<typeof places.row>
