import { z } from 'zod'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { recordOf } from '#contract/lib/record-of.ts'

/** Roles as in the API, highest first. */
export const Role = { ADMIN: 'ROLE_ADMIN', MANAGER: 'ROLE_MANAGER', CSR: 'ROLE_CSR', CLIENT: 'ROLE_USER' } as const
export const role = z.enum(Role)
export type Role = z.infer<typeof role>

const ROLE_LABELS: Record<Role, string> = {
  [Role.ADMIN]: 'Administrator',
  [Role.MANAGER]: 'Manager',
  [Role.CSR]: 'CSR',
  [Role.CLIENT]: 'Client',
}

/** The highest of an account's roles. */
export const mainRole = (roles: readonly Role[]): Role =>
  role.options.find((each) => roles.includes(each)) ?? Role.CLIENT
/** The label of an account's highest role. */
export const humanRole = (roles: readonly Role[]) => ROLE_LABELS[mainRole(roles)]
/** Administrators and managers: only they may use the back-office. */
export const isStaff = (roles: readonly Role[]) => roles.includes(Role.ADMIN) || roles.includes(Role.MANAGER)

export const ACCESS_DENIED = 'Access denied'
export const PLEASE_LOG_IN = 'Please log in.'
/** The answer to a call whose `Authorization` is neither a session nor a key of ours. */
export const SEND_A_KEY = 'Please log in, or send an API key as "Authorization: Bearer qs_…".'
export const LOGGED_IN_ELSEWHERE = 'This user is logged in on another device.'

/** Columns of the orders list, shown unless switched off. */
export const SHOWN_COLUMNS = [
  'id',
  'date',
  'user',
  'company',
  'trackingCode',
  'event',
  'origin',
  'destination',
  'volume',
  'status',
  'lastUpdate',
] as const
/** Columns that are hidden until someone switches them on. */
const MORE_COLUMNS = ['inCharge'] as const
export const COLUMNS = [...SHOWN_COLUMNS, ...MORE_COLUMNS] as const
export type ColumnName = (typeof COLUMNS)[number]

/** Columns of the orders list that are shown; one hidden by default is here once it is switched on. */
export const fullColumnSettings = z.object({
  ...recordOf(SHOWN_COLUMNS, () => z.boolean()),
  ...recordOf(MORE_COLUMNS, () => z.literal(true).optional()),
})
export type ColumnSettings = z.infer<typeof fullColumnSettings>

/** Settings of all columns: as stored, else the defaults. */
export const fullSettings = (stored: Partial<Record<ColumnName, boolean>>): ColumnSettings => ({
  ...recordOf(SHOWN_COLUMNS, (name) => stored[name] ?? true),
  ...(stored.inCharge && { inCharge: true as const }),
})

/** Pages that staff can begin with. */
export const START_PAGES = ['orders', 'today'] as const
export type StartPage = (typeof START_PAGES)[number]

export const sessionUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.array(role),
  companyName: z.string(),
  companyAddress: z.string(),
  canadianBusinessNumber: z.string(),
  confirmed: z.boolean(),
  orderColumnSettings: fullColumnSettings,
  /** The page behind '/'; clients have none. */
  startPage: z.literal(START_PAGES).optional(),
  /** How the lists of staff look; null until that is chosen. */
  rowsPerPage: z.literal(PAGE_SIZES).nullable().optional(),
  compactRows: z.boolean().nullable().optional(),
})
export type SessionUser = z.infer<typeof sessionUser>
