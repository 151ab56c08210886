import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { type FilterTexts, fieldOfParameter, filterParameter, readFilters } from '#contract/lib/filters.ts'
import { MOST_IDS } from '#contract/orders/list/order-filters.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { type View, type ViewDefinition, type ViewedList, view as viewSchema } from '#contract/views/view.ts'
import { everyColumn, sortedColumn, usualColumns, VIEW_LISTS } from '#contract/views/view-lists.ts'
import { listSearch, readListState, type Sort } from '#web/lib/list/list-state.ts'
import { BUILT_IN } from './built-in.ts'
import { firstView } from './first-view.ts'
import type { SeenView, SeenViews, ShownView, Viewed } from './view-state.ts'

/** The name of the codes, among the parts of a view that an address takes away. */
const CODES = 'codes'

const read = new WeakMap<readonly SeenView[], readonly View[]>()
/** The saved views of a reply, checked once. */
export function savedViews(seen: readonly SeenView[]): readonly View[] {
  const known = read.get(seen) ?? viewSchema.array().parse(seen)
  read.set(seen, known)
  return known
}

type Search = Record<string, unknown>
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const partsOf = (value: unknown) => textOf(value).split(',').filter(Boolean)

/** A definition that shows the whole list as usual. */
export const emptyDefinition = (list: ViewedList): ViewDefinition => ({
  filters: {},
  search: '',
  sort: [],
  columns: usualColumns(list),
  perPage: PAGE_SIZES[0],
  density: 'normal',
})

/** The view that an address names: saved or built in, else neither. */
function namedBy(list: ViewedList, views: readonly View[], name: string) {
  const builtIn = BUILT_IN[list].find(({ key }) => key === (name || BUILT_IN[list][0].key)) ?? null
  const view = views.find(({ id }) => String(id) === name) ?? null
  return { view, builtIn, gone: !view && !builtIn }
}

/** Filters of an address, and unreadable ones. */
function filtersAt(list: ViewedList, search: Search, saved: FilterTexts) {
  const sent = Object.entries(search).flatMap(([parameter, value]) => {
    const field = fieldOfParameter(parameter)
    return field === null || value === undefined ? [] : [[field, value] as const]
  })
  const { errors } = readFilters(VIEW_LISTS[list].filters, Object.fromEntries(sent))
  const without = new Set(partsOf(search.without))
  const kept = Object.entries(saved).filter(([field]) => !without.has(field))
  const readable = sent.filter(([field]) => !(field in errors)).map(([field, value]) => [field, String(value)])
  const filters: FilterTexts = Object.fromEntries([...kept, ...readable])
  return { filters, dropped: Object.entries(errors).map(([name, reason]) => ({ name, reason })) }
}

/** Tracking codes of an address, and texts that are none. */
function codesAt(search: Search, saved: readonly string[] | undefined) {
  const unknown = partsOf(search.unknown)
  if (partsOf(search.without).includes(CODES)) return { codes: undefined, notCodes: unknown }
  if (search.codes === undefined) return { codes: saved, notCodes: unknown }
  const sent = textOf(search.codes)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const whole = (text: string) => parseTrackingCode(text).length === CODE_LENGTH
  const codes = [...new Set(sent.filter(whole).map(parseTrackingCode))]
  return { codes: codes.length > 0 ? codes : undefined, notCodes: [...sent.filter((text) => !whole(text)), ...unknown] }
}

/** Ids of an address, as many as the list takes. */
function idsAt(list: ViewedList, search: Search): readonly number[] | undefined {
  if (list !== 'orders') return undefined
  const ids = [...new Set(partsOf(search.ids).filter((text) => /^[1-9]\d{0,8}$/.test(text)))].slice(0, MOST_IDS)
  return ids.length > 0 ? ids.map(Number) : undefined
}

/** The columns of an address: those shown, in order. */
function columnsAt(list: ViewedList, search: Search, saved: ViewDefinition['columns']) {
  const shown = partsOf(search.columns).map((id) => ({ id, shown: true }))
  const columns = everyColumn(list, shown)
  return shown.length > 0 && columns.some((column) => shown.some(({ id }) => id === column.id)) ? columns : saved
}

const sortOf = (list: ViewedList, { sort }: ViewDefinition): Sort | undefined => {
  const [first] = sort
  const column = first && sortedColumn(list, first.field)
  return column && first ? { column, descending: first.direction === 'desc' } : undefined
}

/** The whole definition that an address shows, on top of a saved one. */
function definitionAt(list: ViewedList, search: Search, saved: ViewDefinition) {
  const { filters, dropped } = filtersAt(list, search, saved.filters)
  const { codes, notCodes } = codesAt(search, saved.codes)
  const state = readListState(listSearch.parse(search), saved)
  const definition: ViewDefinition = {
    filters,
    search: state.search,
    sort: state.sort ? [{ field: state.sort.column, direction: state.sort.descending ? 'desc' : 'asc' }] : saved.sort,
    columns: columnsAt(list, search, saved.columns),
    perPage: PAGE_SIZES.find((size) => size === state.perPage) ?? PAGE_SIZES[0],
    density: search.density === 'compact' || search.density === 'normal' ? search.density : saved.density,
    ...(codes && { codes: [...codes] }),
  }
  return { definition, dropped, notCodes }
}

const shownIds = ({ columns }: ViewDefinition) => columns.flatMap(({ id, shown }) => (shown ? [id] : []))
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const sortedFilters = ({ filters }: ViewDefinition) => Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
/** The parts of a definition that decide whether two are equal. */
const comparable = (definition: ViewDefinition) => [
  sortedFilters(definition),
  definition.search,
  definition.sort.map(({ field, direction }) => [field, direction]),
  shownIds(definition),
  definition.perPage,
  definition.density,
  definition.codes ?? [],
]
/**
 * The parts of a built-in view that count as a change: its rows and its columns. Sorting and search stay as everybody
 * has them.
 */
const rowsAndColumns = (definition: ViewDefinition) => [
  sortedFilters(definition),
  definition.codes ?? [],
  shownIds(definition),
]

/** Parameters that narrow the list: filters, codes, ids, and the sort columns after the first. */
function parametersOf(list: ViewedList, { filters, codes, sort }: ViewDefinition, ids: readonly number[] | undefined) {
  const further = sort.slice(1).flatMap(({ field, direction }) => {
    const column = sortedColumn(list, field)
    return column ? [[`order[${VIEW_LISTS[list].sorts[column]}]`, direction] as const] : []
  })
  const narrowed = Object.entries(filters).map(([field, text]) => [filterParameter(field), text] as const)
  const chosen = [...(codes ? [['codes', codes.join()] as const] : []), ...(ids ? [['ids', ids.join()] as const] : [])]
  return Object.fromEntries([...narrowed, ...chosen, ...further])
}

/**
 * The list at an address: its view, with the changes that the address makes. `usual` is what this person has without a
 * saved view.
 */
export function viewedAt(
  list: ViewedList,
  seen: SeenViews,
  search: Search,
  usual: Partial<Pick<ViewDefinition, 'columns' | 'density'>> = {},
): ShownView {
  const views = savedViews(seen.views)
  const { view, builtIn, gone } = namedBy(list, views, textOf(search.view))
  const saved = view?.definition ?? {
    ...emptyDefinition(list),
    ...usual,
    filters: builtIn?.filters ?? {},
    sort: builtIn?.sort ?? [],
  }
  const { definition, dropped, notCodes } = definitionAt(list, search, saved)
  const changed = view
    ? !same(comparable(definition), comparable(saved))
    : !same(rowsAndColumns(definition), rowsAndColumns(saved)) ||
      (gone && !same(comparable(definition), comparable(saved)))
  const opensOther = firstView(list, seen) !== undefined
  const ids = idsAt(list, search)
  const viewed: Viewed = { list, view, builtIn, gone, saved, definition, changed, opensOther, dropped, notCodes, ids }
  const filters = parametersOf(list, definition, ids)
  const sort = sortOf(list, saved)
  // A built-in view looks as the list does without one, but for its order and what the address says.
  return {
    filters,
    viewed,
    base: { ...(view && { perPage: saved.perPage, search: saved.search }), ...(sort && { sort }) },
    ...((view || search.columns !== undefined) && { columns: shownIds(definition) }),
    ...((view || search.density !== undefined) && { density: definition.density }),
  }
}

/** A built-in view's name in the address, which the whole list needs only if a bare address opens another. */
const keyOf = ({ list, builtIn, opensOther }: Viewed) =>
  builtIn && (builtIn !== BUILT_IN[list][0] || opensOther)
    ? builtIn.key
    : opensOther
      ? BUILT_IN[list][0].key
      : undefined

/** Search params of a definition on top of a saved one: only what differs. The page is the first again. */
export function addressOf(viewed: Viewed, next: ViewDefinition, saved: ViewDefinition = viewed.saved): Search {
  const fields = Object.keys(VIEW_LISTS[viewed.list].filters)
  const filters = fields.map((field) => {
    const text = next.filters[field]
    return [filterParameter(field), text === saved.filters[field] ? undefined : text] as const
  })
  const taken = Object.keys(saved.filters).filter((field) => next.filters[field] === undefined)
  const without = [...taken, ...(saved.codes && !next.codes ? [CODES] : [])]
  const [sort] = next.sort
  const column = sort && sortedColumn(viewed.list, sort.field)
  return {
    view: viewed.view?.id ?? keyOf(viewed),
    ...Object.fromEntries(filters),
    without: without.length > 0 ? without.join() : undefined,
    codes: same(next.codes, saved.codes) ? undefined : next.codes?.join(),
    search: next.search === saved.search ? undefined : next.search || ' ',
    sort: same(next.sort, saved.sort) || !column || !sort ? undefined : `${column}.${sort.direction}`,
    per_page: next.perPage === saved.perPage ? undefined : next.perPage,
    columns: same(shownIds(next), shownIds(saved)) ? undefined : shownIds(next).join(),
    density: next.density === saved.density ? undefined : next.density,
    page: undefined,
  }
}

/** Takes the view and its changes out of an address, and the unreadable parts. */
export function withoutView(search: Search): Search {
  const ours = [
    'view',
    'without',
    'codes',
    'ids',
    'unknown',
    'search',
    'sort',
    'per_page',
    'columns',
    'density',
    'page',
  ]
  return Object.fromEntries(
    Object.entries(search).filter(([key]) => fieldOfParameter(key) === null && !ours.includes(key)),
  )
}
