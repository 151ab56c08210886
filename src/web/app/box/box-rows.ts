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
  /** The page it leads to, or what it does (`run`). */
  href?: string
  run?: () => void
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
  sailing: ({ id }) => `/sailings/${id}`,
  article: ({ id }) => `/edit-article/${id}`,
  template: ({ id }) => `/edit-mail/${id}`,
  block: ({ id }) => `/edit-html-block/${id}`,
  port: ({ title }) => listed('ports', title),
  city: ({ title }) => listed('cities', title),
  vessel: ({ title }) => listed('vessels', title),
  carrier: ({ title }) => listed('carriers', title),
  depot: ({ title }) => listed('depots', title),
  cartage: ({ title }) => listed('cartages', title),
  event: ({ title }) => listed('events', title),
}
const listed = (list: string, name: string) => `/${list}?${new URLSearchParams({ search: name })}`

const KIND_LABELS: Record<FoundKind, string> = {
  order: 'Order',
  client: 'Client',
  sailing: 'Sailing',
  article: 'Article',
  template: 'Mail',
  block: 'Html-block',
  port: 'Port',
  city: 'City',
  vessel: 'Vessel',
  carrier: 'Carrier',
  depot: 'Depot',
  cartage: 'Cartage',
  event: 'Event',
}
const GROUP_LABELS: Record<SearchGroup, string> = {
  orders: 'Orders',
  clients: 'Clients',
  sailings: 'Sailings',
  articles: 'Articles',
  templates: 'Templates',
  reference: 'Reference data',
}
const ENTITY_KINDS: Record<RecentEntity, FoundKind> = {
  orders: 'order',
  clients: 'client',
  sailings: 'sailing',
  articles: 'article',
  templates: 'template',
  blocks: 'block',
}

const labelOf = (kind: FoundKind, title: string) => (kind === 'order' ? formatTrackingCode(title) : title)

function rowOf(item: FoundItem): BoxRow {
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

/**
 * The rows that the server found: the exact hit, if there is one, and the groups in their order; `apart`
 * leaves it out of them.
 */
export function foundSections({ groups }: SearchReply, { apart }: { apart: boolean }) {
  const all = SEARCH_GROUPS.flatMap((group) => groups[group].items)
  const exact = all.find((item) => item.exact)
  const hit = apart ? exact : undefined
  const sections = SEARCH_GROUPS.map(
    (group): BoxSection => ({
      key: group,
      title: GROUP_LABELS[group],
      rows: groups[group].items.filter((item) => item !== hit).map(rowOf),
      ...(groups[group].more ? { more: `More ${GROUP_LABELS[group].toLowerCase()}: keep typing` } : {}),
    }),
  )
  return { exact: exact ? rowOf(exact) : null, sections: sections.filter(({ rows }) => rows.length > 0) }
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
  const words = label.split(/[\s-]+/)
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part))) ? 2 : null
}

/** Rows whose label matches, best first. Letters scattered over a label are no match. */
export function fitting(rows: readonly BoxRow[], text: string): BoxRow[] {
  const typed = fold(text)
  return rows
    .flatMap((row) => {
      const rank = rankOf(fold(row.label), typed)
      return rank === null ? [] : [{ row, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
}
