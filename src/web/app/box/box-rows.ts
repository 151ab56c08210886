import { fold } from '#contract/lib/fold.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type {
  FoundItem,
  FoundKind,
  Recent,
  RecentEntity,
  RecentInput,
  SearchGroup,
  SearchReply,
} from '#contract/search/search.ts'
import { SEARCH_GROUPS } from '#contract/search/search.ts'

/** A row of the box that can be chosen. */
export interface BoxRow {
  /** The key, unique among the rows shown. */
  key: string
  label: string
  detail?: string
  /** The field by which it was found: 'PO number'. */
  matched?: string
  /** Keys that do the same: 'g o'. */
  keys?: string
  kind: FoundKind | 'page' | 'action' | 'codes'
  /** The page it leads to, what it does (`run`), or the text that it puts into the field (`fill`). */
  href?: string
  run?: () => void
  fill?: string
  /** The name of the page's action that it is, or of the one to run once its page is there (`after`). */
  name?: string
  after?: string
  /** Further words that it is found by. */
  words?: string
  /** True for a row that goes with a record above it, and is no result of its own. */
  beside?: true
  /** The text that Ctrl+C copies. */
  copy?: string
  /** The record to look for before it is opened: it may be gone. */
  recent?: RecentInput
}

export interface BoxSection {
  key: string
  title: string
  rows: BoxRow[]
  /** Words about further records that were not listed. */
  more?: string
}

/** Pages of records, and lists that show a record by its name. */
const HREFS: Record<FoundKind, (item: Pick<FoundItem, 'id' | 'title'>) => string> = {
  order: ({ id }) => `/orders/${id}`,
  client: ({ id }) => `/clients/${id}`,
  offer: ({ id }) => `/offers/${id}`,
  sailing: ({ id }) => `/sailings/${id}`,
  article: ({ id }) => `/edit-article/${id}`,
  template: ({ id }) => `/edit-mail/${id}`,
  block: ({ id }) => `/edit-html-block/${id}`,
  port: ({ title }) => listed('ports', title),
  city: ({ title }) => listed('cities', title),
  vessel: ({ title }) => listed('vessels', title),
  carrier: ({ title }) => listed('carriers', title),
  place: ({ title }) => listed('places', title),
  depot: ({ title }) => listed('depots', title),
  cartage: ({ title }) => listed('cartages', title),
  event: ({ title }) => listed('events', title),
}
const listed = (list: string, name: string) => `/${list}?${new URLSearchParams({ search: name })}`

const KIND_LABELS: Record<FoundKind, string> = {
  order: 'Order',
  client: 'Client',
  offer: 'Offer',
  sailing: 'Sailing',
  article: 'Article',
  template: 'Mail',
  block: 'Html-block',
  port: 'Port',
  city: 'City',
  vessel: 'Vessel',
  carrier: 'Carrier',
  place: 'Place',
  depot: 'Depot',
  cartage: 'Cartage',
  event: 'Event',
}
const GROUP_LABELS: Record<SearchGroup, string> = {
  orders: 'Orders',
  clients: 'Clients',
  offers: 'Offers',
  sailings: 'Sailings',
  articles: 'Articles',
  templates: 'Templates',
  reference: 'Reference data',
}
const ENTITY_KINDS: Record<RecentEntity, FoundKind> = {
  orders: 'order',
  clients: 'client',
  offers: 'offer',
  sailings: 'sailing',
  articles: 'article',
  templates: 'template',
  blocks: 'block',
}

const labelOf = (kind: FoundKind, title: string) => (kind === 'order' ? formatTrackingCode(title) : title)

export function rowOf(item: FoundItem): BoxRow {
  const { kind, id, title, detail, matched } = item
  return {
    key: `${kind} ${id}`,
    kind,
    label: labelOf(kind, title),
    detail: detail || KIND_LABELS[kind],
    matched,
    href: HREFS[kind](item),
    copy: title,
  }
}

/** What many orders have in common: a client or a sailing stands for all of them. */
const SHARED = ['Company', 'Supplier', 'Email', 'Phone', 'Container', 'Seal', 'Master bill', 'Sailing']
const OWN = ['Tracking code', 'Order ID']

/**
 * The record that comes first: the order with exactly this number of its own, else exactly this client, then
 * this sailing, then any other; without one, the best of the rest, as the client of orders found by a name.
 */
export function leadOf({ groups }: SearchReply): FoundItem | undefined {
  const all = SEARCH_GROUPS.flatMap((group) => groups[group].items)
  const exact = all.filter((item) => item.exact)
  const ofKind = (kind: FoundKind) => exact.find((item) => item.kind === kind)
  const exactly =
    exact.find(({ kind, matched }) => kind === 'order' && OWN.includes(matched)) ??
    ofKind('client') ??
    ofKind('sailing') ??
    exact[0]
  if (exactly) return exactly
  const shared = SHARED.includes(groups.orders.items[0]?.matched ?? '')
  return (shared ? (groups.clients.items[0] ?? groups.sailings.items[0]) : undefined) ?? all[0]
}

/** Orders that stand below the way to all of them. */
const ORDERS_BESIDE_ALL = 5

/**
 * The rows that the server found, in groups. `lead` stands apart and in none of them; `ofLead` are rows of its
 * orders, which come first, unless there are further clients who may be meant.
 */
export function foundSections({ groups }: SearchReply, lead: FoundItem | undefined, ofLead: readonly BoxRow[]) {
  const sections = SEARCH_GROUPS.map((group): BoxSection => {
    const found = groups[group].items.filter((item) => item !== lead).map(rowOf)
    const isLed = group === 'orders' && ofLead.length > 0
    return {
      key: group,
      title: GROUP_LABELS[group],
      rows: isLed ? [...ofLead, ...found.slice(0, ORDERS_BESIDE_ALL)] : found,
      ...(groups[group].more && !isLed ? { more: `More ${GROUP_LABELS[group].toLowerCase()}: keep typing` } : {}),
    }
  })
  const [orders, clients, ...rest] = sections
  const isUnsure = lead?.kind === 'client' && !lead.exact
  const ordered = isUnsure && orders && clients ? [clients, orders, ...rest] : sections
  return ordered.filter(({ rows }) => rows.length > 0)
}

/** Rows of what is most like a text that nothing was found for. */
export const nearRows = ({ near }: SearchReply): BoxRow[] => near.map(rowOf)

/** The company of a client that was found, else the name. */
export const companyOf = ({ title, detail }: FoundItem): string => {
  const end = detail.lastIndexOf(' · ')
  return end < 0 ? title : detail.slice(0, end)
}

/** 'New order for Northlight', for a client that was found or opened before. */
export const newOrderRow = (client: Pick<FoundItem, 'id' | 'title' | 'detail'>, name = client.title): BoxRow => ({
  key: `new order ${client.id}`,
  kind: 'action',
  label: `New order for ${name}`,
  beside: true,
  detail: client.detail,
  href: `/new-order/${client.id}`,
})

const NEW_ORDER =
  /^(?:new|create|add|make|book)\s+(?:an?\s+)?(?:new\s+)?(?:order|booking|quote|shipment)(?:\s+for)?(?:\s+(.*))?$/i

/** The client named in 'new order for Northlight', '' before a name is there; null for any other text. */
export const newOrderFor = (text: string): string | null => {
  const found = NEW_ORDER.exec(text.trim())
  return found && (found[1]?.trim() ?? '')
}

/** Groups in words: 'clients and sailings'. */
export const groupsInWords = (groups: readonly SearchGroup[]) =>
  new Intl.ListFormat('en').format(groups.map((group) => GROUP_LABELS[group].toLowerCase()))

const RECENT_SHOWN = 10

export const recentRows = (recents: readonly Recent[]): BoxRow[] =>
  recents.slice(0, RECENT_SHOWN).map(({ entity, id, title, detail }) => {
    const kind = ENTITY_KINDS[entity]
    return {
      key: `recent ${entity} ${id}`,
      kind,
      label: labelOf(kind, title),
      detail: detail || KIND_LABELS[kind],
      href: HREFS[kind]({ id, title }),
      copy: title,
      recent: { entity, id },
    }
  })

/**
 * The rank of a label for a typed text: 0 the same, 1 begins with it, 2 each typed word begins one of its
 * words; null for no match.
 */
function rankOf(label: string, typed: string): number | null {
  if (label === typed) return 0
  if (label.startsWith(typed)) return 1
  return holdsAll(label, typed) ? 2 : null
}

/** True if each typed word begins one of these. */
function holdsAll(text: string, typed: string): boolean {
  const words = text.split(/[\s-]+/)
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
}

/** Rows whose label or further words match, best first. Letters scattered over a label are no match. */
export function fitting(rows: readonly BoxRow[], text: string): BoxRow[] {
  const typed = fold(text)
  return rows
    .flatMap((row) => {
      const rank =
        rankOf(fold(row.label), typed) ?? (holdsAll(fold(`${row.label} ${row.words ?? ''}`), typed) ? 3 : null)
      return rank === null ? [] : [{ row, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
}
