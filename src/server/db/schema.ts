import type { ColumnType, Generated, Selectable } from 'kysely'

/** A `timestamptz(3)`: read as ISO 8601 text in UTC, written as ISO text or a Date. */
export type Time = ColumnType<string, string | Date, string | Date>
type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type TimeByDefault = ColumnType<string, string | Date | undefined, string | Date>
type Json<T> = ColumnType<T, string, string>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export type RoleName = 'ROLE_ADMIN' | 'ROLE_MANAGER' | 'ROLE_CSR' | 'ROLE_USER'

/** What every record that can be edited carries; `updatedAt` is its version. */
interface Versioned {
  createdAt: TimeByDefault
  updatedAt: TimeByDefault
}

export interface UsersTable extends Versioned {
  id: Generated<number>
  username: string
  email: string
  phone: Defaulted<string>
  role: RoleName[]
  companyName: Defaulted<string>
  companyAddress: Defaulted<string>
  canadianBusinessNumber: Defaulted<string>
  confirmed: Defaulted<boolean>
  passwordHash: string
  orderColumnSettings: ColumnType<Record<string, boolean>, string | undefined, string>
  disabledAt: TimeOrNull
  deletedAt: TimeOrNull
  deletedBy: number | null
}
export interface SessionsTable {
  id: Generated<number>
  tokenHash: Buffer
  userId: number
  impersonatorId: number | null
  remember: Defaulted<boolean>
  ip: Defaulted<string>
  userAgent: Defaulted<string>
  createdAt: TimeByDefault
  lastUsedAt: TimeByDefault
  expiresAt: Time
  writtenTo: number | null
}
export interface PasswordResetsTable {
  tokenHash: Buffer
  userId: number
  expiresAt: Time
  usedAt: TimeOrNull
  createdAt: TimeByDefault
}
export interface ShippersTable extends Versioned {
  id: Generated<number>
  userId: number
  companyName: string
  companyAddress: string
  nameOfThePersonInCharge: string
  email: string
  phone: string
  additionalInformation: Defaulted<string>
}

/** Ports and cities. */
export interface PlacesTable extends Versioned {
  id: Generated<number>
  code: string
  name: string
}
export interface VesselsTable extends Versioned {
  id: Generated<number>
  imoNumber: string
  name: string
}
export interface OriginsTable {
  id: number
  name: string
  shipmentTradeTerms: number
}
export interface DepotsTable extends Versioned {
  id: Generated<number>
  name: string
  code: string
  tier: number
  status: Defaulted<boolean>
  visibility: Defaulted<boolean>
  depotFixed: number
  depotVar: number
  depotVarMin: number
}
export interface CartagesTable extends Versioned {
  id: Generated<number>
  name: string
  categoryId: number
  dest: string
  status: Defaulted<boolean>
  exclusion: Defaulted<boolean>
}
export interface FreightTable extends Versioned {
  id: Generated<number>
  tier: number
  dest: string
  cbm: number
  mt: number
}
export interface ConstantsTable extends Versioned {
  id: Generated<number>
  name: string
  value: number
}
export interface LocationsTable extends Versioned {
  id: Generated<number>
  cityId: number
  depotId: number
  visibility: Defaulted<boolean>
  precarFixed: number
  precarVar: number
  precarVarMin: number
}
export interface MailAddressesTable extends Versioned {
  id: Generated<number>
  name: Defaulted<string>
  email: string
  send: Defaulted<boolean>
}
export interface HintsTable extends Versioned {
  id: Generated<number>
  title: string
  content: string
  type: 'general' | 'form'
  shipmentTradeTerms: Defaulted<number>
}

export interface MailTemplatesTable extends Versioned {
  id: Generated<number>
  title: string
  subject: string
  content: string
  purpose: 'booking-request' | 'quote-request' | 'order-changed' | 'password-reset' | null
  system: ColumnType<boolean, never, never>
}
export interface HtmlBlocksTable extends Versioned {
  id: Generated<number>
  title: string
  identifier: string
  content: string
}
export interface TemplateVariablesTable {
  id: number
  name: string
  identifier: string
  description: Defaulted<string>
  updatedAt: TimeByDefault
}
export interface EventsTable extends Versioned {
  id: Generated<number>
  name: string
  publicStatus: Defaulted<string>
  emailTemplateId: number | null
}

export interface ImagesTable {
  id: Generated<number>
  name: string
  contentType: string
  width: number
  height: number
  size: number
  sha256: Buffer
  storageKey: string
  uploadedBy: number | null
  createdAt: TimeByDefault
}
export interface ArticlesTable extends Versioned {
  id: Generated<number>
  slug: string
  type: 'news' | 'resources'
  title: string
  metaTitle: Defaulted<string>
  metaDescription: Defaulted<string>
  content: string
  visibility: Defaulted<boolean>
  customCreatedAt: Time
  userId: number | null
  previewImageId: number
}
export interface AuditEntriesTable {
  id: Generated<number>
  at: TimeByDefault
  userId: number | null
  impersonatorId: number | null
  ip: Defaulted<string>
  requestId: Defaulted<string>
  action: string
  entity: string
  entityId: number | null
  before: Json<Record<string, unknown> | null> | null
  after: Json<Record<string, unknown> | null> | null
}
export interface IdempotencyKeysTable {
  userId: number
  key: string
  requestHash: Buffer
  reply: Json<unknown>
  createdAt: TimeByDefault
}

export type UserRow = Selectable<UsersTable>
