import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import type { OrderFilter } from '#contract/orders/list/order-filters.ts'
import type { FoundItem, Recent } from '#contract/search/search.ts'
import { shownEntries } from '#web/app/menu.ts'
import { logOut } from '#web/features/accounts/session/log-out.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { NEW_ORDER_FOR } from '#web/features/orders/shared/new-order.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { pageActions, pageChanges } from '#web/lib/browser/page-actions.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { countQuery, recentsQuery, type Total } from '#web/model/search/search-calls.ts'
import { goKeysOf } from './box-keys.ts'
import {
  type BoxRow,
  type BoxSection,
  companyOf,
  fitting,
  foundSections,
  leadOf,
  nearRows,
  newOrderRow,
  recentRows,
  rowOf,
} from './box-rows.ts'
import { codeRows } from './code-rows.ts'
import { keysShown } from './keys-shown.ts'
import { type commandIn, commandRows, recordRows, wordsOf } from './record-commands.ts'
import type { useFound } from './use-found.ts'

const action = (label: string, run: () => void, more: Pick<BoxRow, 'keys' | 'name' | 'words'> = {}): BoxRow => ({
  key: `action ${label}`,
  kind: 'action',
  label,
  run,
  ...more,
})

const CREATE = [
  { to: '/create-mail', label: 'Create mail' },
  { to: '/create-html-block', label: 'Create html-block' },
  { to: '/create-article', label: 'Create article' },
]

/** Pages that this person may open, as in the menu. */
function usePages(): BoxRow[] {
  const admin = useIsAdmin()
  const setup = useSettings()?.setupOpen
  return useMemo(() => {
    const { main, own, options, administration, beside } = shownEntries({ admin, setup })
    return [...main, ...own, ...options, ...administration, ...beside, ...CREATE].map(({ to, label }): BoxRow => {
      const keys = goKeysOf(to)
      return { key: `page ${to}`, kind: 'page', label, href: to, ...(keys ? { keys } : {}) }
    })
  }, [admin, setup])
}

const go = (label: string, href: string, words: string): BoxRow => ({
  key: `action ${label}`,
  kind: 'action',
  label,
  href,
  words,
})

/** What staff begin anywhere, and the other words that they may call it by. */
const BEGIN: readonly BoxRow[] = [
  {
    key: 'action new order',
    kind: 'action',
    label: 'New order for …',
    fill: NEW_ORDER_FOR,
    keys: 'n',
    words: 'create add make book register order booking quote shipment',
  },
  go('Register client', '/clients?new=1', 'new create add client account'),
  go('New sailing', '/sailings?new=1', 'create add sailing voyage'),
  go('New offer', '/offers/new', 'create add offer price quote prospect'),
  go('Import orders', '/import?kind=orders', 'orders import upload'),
  go('Import clients', '/import?kind=clients', 'clients import upload'),
  go('Hand over my work', '/today?handover=1', 'hand over holiday away'),
]

/** Actions that are possible anywhere. */
function useCommands(ofPage: readonly BoxRow[]): BoxRow[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [
    ...BEGIN,
    ...commandRows(ofPage),
    action('Keyboard shortcuts', () => keysShown.set(true), { keys: '?' }),
    ...(['light', 'dark', 'auto'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) =>
        action(scheme === 'auto' ? "Theme: the system's" : `Theme: ${scheme}`, () => setColorScheme(scheme)),
      ),
    action('Log out', () => void logOut()),
  ]
}

/** A text that nothing is found for may be a new client's name, or stand in a mail. */
function insteadOf(text: string): BoxRow[] {
  const name = text.trim()
  const isName = /\p{L}/u.test(name) && !/\p{N}/u.test(name)
  const row = (label: string, href: string): BoxRow => ({ key: label, kind: 'action', label, href, beside: true })
  return [
    ...(isName ? [row(`Register client “${name}”`, `/clients?${new URLSearchParams({ new: name })}`)] : []),
    row(`Search the inbox for “${name}”`, `/inbox?${new URLSearchParams({ view: 'all', search: name })}`),
    row(`Search the mail log for “${name}”`, `/mail-log?${new URLSearchParams({ search: name })}`),
    ...fitting(BEGIN, 'new order for').map((each): BoxRow => ({ ...each, beside: true })),
  ]
}

/**
 * Actions of the page as it was when the box was opened, or came: some depend on where the focus was. Without a
 * text, only those that are not one of many.
 */
function usePageRows(typed: boolean): BoxRow[] {
  const changes = useStore(pageChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered is kept outside React
  return useMemo(
    () =>
      pageActions()
        .filter(({ can, move, typed: many }) => !move && (typed || !many) && (can?.() ?? true))
        .map(({ label, run, keys, name }) => action(label, run, { keys, name, words: wordsOf(name) })),
    [changes, typed],
  )
}

const section = (key: string, title: string, rows: BoxRow[]): BoxSection[] =>
  rows.length > 0 ? [{ key, title, rows }] : []

/** The way to all orders of the client or sailing that was found first, with their number once it is known. */
function useRowsOf(lead: FoundItem | undefined): BoxRow[] {
  const list = lead && listOf(lead)
  const total = useQuery(countQuery(list?.filters)).data
  if (!lead || !list) return []
  const all: BoxRow = {
    key: 'all orders',
    beside: true,
    kind: 'codes',
    label: total === undefined ? `Show all orders ${list.of}` : `Show ${allOrders(total)} ${list.of}`,
    href: `/orders?${new URLSearchParams(list.filters)}`,
  }
  return [
    ...(total?.totalCount === 0 ? [] : [all]),
    ...(lead.kind === 'client' ? [newOrderRow(lead, companyOf(lead))] : []),
  ]
}

function listOf(lead: FoundItem): { of: string; filters: Record<string, string> } | undefined {
  const filters = (field: OrderFilter, value: string) => ({
    [filterParameter(field)]: writeFilter({ operator: 'is', values: [value] }),
  })
  if (lead.kind === 'client') return { of: `of ${companyOf(lead)}`, filters: filters('client', lead.title) }
  if (lead.kind === 'sailing') return { of: `on ${lead.title}`, filters: filters('sailing', String(lead.id)) }
  return undefined
}

const allOrders = ({ totalCount, totalCapped }: Total) =>
  totalCount === 1 ? 'the order' : `all ${grouped(totalCount)}${totalCapped ? '+' : ''} orders`

interface Rows {
  /** The row that comes first, above the sections. */
  top: BoxRow | null
  sections: BoxSection[]
}

interface RowsFor {
  text: string
  /** The client named in 'new order for …'; null for any other text. */
  client: string | null
  /** The command whose record is being chosen; null for any other text. */
  command: ReturnType<typeof commandIn>
  found: ReturnType<typeof useFound>
  /** Keys of recents whose record is gone. */
  gone: ReadonlySet<string>
}

/** The rows for a text: local ones, then the server's; the one that comes first apart. */
export function useBoxRows({ text, client, command, found, gone }: RowsFor): Rows {
  const pages = usePages()
  const ofPage = usePageRows(text.trim() !== '')
  const commands = useCommands(ofPage)
  const recents = useQuery(recentsQuery)
  const listed = found.codes ? codeRows(found.codes, found.count) : []
  const leads = (found.codes?.found.length ?? 0) > 1
  const lead = found.reply && !leads ? leadOf(found.reply) : undefined
  const ofLead = useRowsOf(client === null && command === null ? lead : undefined)
  const opened = (recents.data ?? []).filter((each) => !gone.has(recentRows([each])[0]?.key ?? ''))
  if (client !== null) return newOrderRows(client, found, opened)
  if (command) return { top: null, sections: recordRows(command, found, opened) }
  if (text.trim() === '') {
    // The other rows wait for the recents, which stand above them.
    const rest = recents.isFetched
      ? [...section('page', 'On this page', ofPage), ...section('commands', 'Anywhere', commands)]
      : []
    return { top: null, sections: [...section('recents', 'Opened last', recentRows(opened)), ...rest] }
  }
  const known = [
    ...section('page', 'On this page', fitting(ofPage, text)),
    ...section('pages', 'Pages and actions', fitting([...pages, ...commands], text)),
  ]
  const codes = section('codes', 'List of codes', listed)
  if (!found.reply) return firstOf(listed.length > 0 ? [...codes, ...known] : known)
  const sections = foundSections(found.reply, lead, ofLead)
  // A list of several orders comes first; before a list of one order or none comes the record.
  if (leads) return firstOf([...codes, ...known, ...sections])
  if (lead) {
    const first = section('lead', 'The best match', [rowOf(lead)])
    // What is found exactly comes first. Any other record leaves the first place to a command that is there at once.
    return firstOf(
      lead.exact ? [...first, ...known, ...codes, ...sections] : [...known, ...first, ...codes, ...sections],
    )
  }
  const { top, sections: rest } = firstOf([...codes, ...known])
  const near = section('near', 'The nearest', nearRows(found.reply))
  const nothing = top === null && found.reply.partial.length === 0
  return { top, sections: [...rest, ...near, ...(nothing ? section('instead', 'Instead', insteadOf(text)) : [])] }
}

/** The first row apart from its section. */
function firstOf([first, ...others]: BoxSection[]): Rows {
  const [top, ...rows] = first?.rows ?? []
  if (!first || !top) return { top: null, sections: others }
  return { top, sections: [...section(first.key, first.title, rows), ...others] }
}

/** Clients to make an order for: those found by the name, the nearest to it, or those opened last. */
function newOrderRows(client: string, { reply, pending }: ReturnType<typeof useFound>, opened: readonly Recent[]) {
  const found = reply ? [...reply.groups.clients.items, ...reply.near.filter(({ kind }) => kind === 'client')] : []
  const known = client === '' ? opened.filter(({ entity }) => entity === 'clients') : found
  const register = fitting(BEGIN, 'register client')
  return {
    top: null,
    sections: [
      ...section(
        'new-order',
        'New order',
        known.map((each) => newOrderRow(each)),
      ),
      ...(pending ? [] : section('register', 'A new client', register)),
    ],
  }
}
