import { ARRIVAL_FILTERS } from '#contract/arrivals/arrival-filters.ts'
import { arrivals } from '#contract/arrivals/arrivals.ts'
import { AUDIT_FILTERS } from '#contract/audit/audit-filters.ts'
import { CLIENT_FILTERS } from '#contract/clients/client-filters.ts'
import { CLIENT_SORTS } from '#contract/clients/clients.ts'
import { type FilterFields, readFilters } from '#contract/lib/filters.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { MAIL_FILTERS } from '#contract/mail/mail-filters.ts'
import { OFFER_FILTERS } from '#contract/offers/offer-filters.ts'
import { FURTHER_COLUMNS, ORDER_COLUMNS, ORDER_SORTS } from '#contract/orders/list/order-columns.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { SAILING_FILTERS } from '#contract/sailings/sailing-filters.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import type { ViewDefinition, ViewedList } from './view.ts'
import { NAMED_TWICE, NO_COLUMNS } from './views.ts'

/** The parts of a list that its views are made of. */
interface ListOfViews {
  filters: FilterFields
  /** Columns in their usual order. */
  columns: readonly string[]
  /** Columns that are hidden unless a view shows them. */
  hidden?: readonly string[]
  /** Sort keys of the call, by column. */
  sorts: Partial<Record<string, string>>
}

/** Lists that have views. They are not part of the first screen. */
export const VIEW_LISTS: Record<ViewedList, ListOfViews> = {
  orders: {
    filters: ORDER_FILTERS,
    columns: ORDER_COLUMNS,
    hidden: ['inCharge', ...FURTHER_COLUMNS],
    sorts: ORDER_SORTS,
  },
  clients: {
    filters: CLIENT_FILTERS,
    columns: ['id', 'username', 'companyName', 'email', 'phone'],
    sorts: CLIENT_SORTS,
  },
  mails: {
    filters: MAIL_FILTERS,
    columns: ['id', 'createdAt', 'subject', 'kind', 'order', 'to', 'state'],
    sorts: { id: 'id' },
  },
  audit: {
    filters: AUDIT_FILTERS,
    columns: ['id', 'at', 'who', 'action', 'record', 'fields', 'ip'],
    sorts: { id: 'id' },
  },
  sailings: {
    filters: SAILING_FILTERS,
    columns: [
      'reference',
      'vessel',
      'portOfLoading',
      'nextCutOffAt',
      'etd',
      'portEta',
      'orders',
      'used',
      'containers',
      'status',
    ],
    sorts: recordOf(sailings.sortable, (key) => key),
  },
  offers: {
    filters: OFFER_FILTERS,
    columns: ['reference', 'state', 'name', 'options', 'owner', 'validUntil', 'followUpAt', 'updatedAt'],
    hidden: ['updatedAt'],
    sorts: { reference: 'reference', validUntil: 'validUntil', followUpAt: 'followUpAt', updatedAt: 'updatedAt' },
  },
  arrivals: {
    filters: ARRIVAL_FILTERS,
    columns: [
      'what',
      'company',
      'sailing',
      'place',
      'clock',
      'lastFreeDay',
      'daysLeft',
      'accrued',
      'release',
      'appointmentAt',
      'inCharge',
    ],
    hidden: ['place'],
    sorts: recordOf(arrivals.sortable, (key) => key),
  },
}

/** The column to sort by, from its name or the sort key of the call; undefined for neither. */
export function sortedColumn(list: ViewedList, field: string): string | undefined {
  const { sorts } = VIEW_LISTS[list]
  return Object.hasOwn(sorts, field) ? field : Object.keys(sorts).find((column) => sorts[column] === field)
}

type Columns = ViewDefinition['columns']

/** Columns of a list without a view. */
export const usualColumns = (list: ViewedList): Columns =>
  VIEW_LISTS[list].columns.map((id) => ({ id, shown: !VIEW_LISTS[list].hidden?.includes(id) }))

/**
 * All columns of the list: those of a definition that still exist, then the others, hidden. Without any of a
 * definition, the usual ones.
 */
export function everyColumn(list: ViewedList, columns: Columns): Columns {
  const { columns: known } = VIEW_LISTS[list]
  const named = columns.filter(({ id }, at) => known.includes(id) && columns.findIndex((each) => each.id === id) === at)
  if (named.length === 0) return usualColumns(list)
  const missing = known.filter((id) => !named.some((each) => each.id === id))
  return [...named, ...missing.map((id) => ({ id, shown: false }))]
}

/** A definition as it can be used today: with every column, without fields and columns that are gone. */
export function currentDefinition(list: ViewedList, definition: ViewDefinition): ViewDefinition {
  const { filters } = VIEW_LISTS[list]
  const { errors } = readFilters(filters, definition.filters)
  return {
    ...definition,
    filters: Object.fromEntries(Object.entries(definition.filters).filter(([field]) => !(field in errors))),
    sort: definition.sort.filter(({ field }) => sortedColumn(list, field) !== undefined),
    columns: everyColumn(list, definition.columns),
  }
}

/** Messages for a wrong definition, by field. */
export function definitionErrors(list: ViewedList, { filters, sort, columns, codes = [] }: ViewDefinition) {
  const { filters: fields, sorts, columns: known } = VIEW_LISTS[list]
  const errors: Record<string, string> = {}
  for (const [field, message] of Object.entries(readFilters(fields, filters).errors))
    errors[`definition.filters.${field}`] = message
  for (const [at, { field }] of sort.entries())
    if (sortedColumn(list, field) === undefined)
      errors[`definition.sort.${at}.field`] = `${noSuch('column')}. Allowed: ${Object.keys(sorts).join(', ')}`
  for (const [at, { id }] of columns.entries()) {
    if (!known.includes(id)) errors[`definition.columns.${at}.id`] = `${noSuch('column')}. Allowed: ${known.join(', ')}`
    else if (columns.findIndex((each) => each.id === id) < at) errors[`definition.columns.${at}.id`] = NAMED_TWICE
  }
  if (!everyColumn(list, columns).some(({ shown }) => shown)) errors['definition.columns'] = NO_COLUMNS
  if (codes.length > 0 && list !== 'orders') errors['definition.codes'] = 'Only orders have tracking codes'
  for (const [at, code] of codes.entries())
    if (parseTrackingCode(code) === '') errors[`definition.codes.${at}`] = 'This is not a tracking code'
  return errors
}
