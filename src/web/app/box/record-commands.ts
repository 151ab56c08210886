import type { FoundItem, Recent } from '#contract/search/search.ts'
import { type BoxRow, type BoxSection, recentRows, rowOf } from './box-rows.ts'
import type { useFound } from './use-found.ts'

/** A command about one record, which is chosen first wherever the page is not about it. */
export interface RecordCommand {
  /** The first word of the names of page actions that do it. */
  name: string
  kind: 'order' | 'sailing'
  label: string
  /** Further words that it is found by. */
  words: string
}

const LOADING = 'load roll move put book order next vessel ship board'

export const RECORD_COMMANDS: readonly RecordCommand[] = [
  { name: 'event', kind: 'order', label: 'Set event', words: 'status milestone update delivered departed arrived' },
  // One action of the page, under either name.
  { name: 'load', kind: 'order', label: 'Load on sailing', words: LOADING },
  { name: 'load', kind: 'order', label: 'Roll to another sailing', words: LOADING },
  { name: 'papers', kind: 'order', label: 'Papers', words: 'documents missing ask upload files' },
  { name: 'charge', kind: 'order', label: 'In charge', words: 'hand over assign reassign owner staff give order' },
  { name: 'receive', kind: 'sailing', label: 'Receive cargo', words: 'received warehouse cfs depot measure orders' },
  {
    name: 'dates',
    kind: 'sailing',
    label: 'Change dates',
    words: 'sailing delay late etd eta cut-off reschedule move',
  },
]

/** The further words of a page's action with this name. */
export const wordsOf = (name = '') => RECORD_COMMANDS.find((each) => each.name === name.split(' ')[0])?.words

/** What the box begins with once a command was chosen and its record is to follow: 'Papers: '. */
const startOf = ({ label }: RecordCommand) => `${label}: `

/** The command and the record named in 'Papers: northlight', '' before a name is there; null for any other text. */
export function commandIn(text: string): { command: RecordCommand; name: string } | null {
  const typed = text.trimStart().toLowerCase()
  const command = RECORD_COMMANDS.find((each) => typed.startsWith(startOf(each).trimEnd().toLowerCase()))
  return command ? { command, name: text.trimStart().slice(startOf(command).length).trim() } : null
}

/** The commands that no action of the page does already, each of which asks for its record. */
export const commandRows = (ofPage: readonly BoxRow[]): BoxRow[] =>
  RECORD_COMMANDS.filter(({ name }) => !ofPage.some((row) => row.name?.split(' ')[0] === name)).map((command) => ({
    key: `choose ${command.label}`,
    kind: 'action',
    label: `${command.label} …`,
    detail: `Choose the ${command.kind}`,
    fill: startOf(command),
    words: command.words,
  }))

const LISTS = {
  order: { of: 'orders', title: 'Orders', all: 'All orders', href: '/orders' },
  sailing: { of: 'sailings', title: 'Sailings', all: 'Sailings that have not departed', href: '/sailings' },
} as const

const withAction = (row: BoxRow, { name }: RecordCommand, id: number): BoxRow => ({ ...row, after: `${name} ${id}` })

/** Records to do the command to: those found by the text, the nearest to it, or those opened last; then their list. */
export function recordRows(
  { command, name }: { command: RecordCommand; name: string },
  { reply, pending }: Pick<ReturnType<typeof useFound>, 'reply' | 'pending'>,
  opened: readonly Recent[],
): BoxSection[] {
  const { kind } = command
  const { of, title, all, href } = LISTS[kind]
  const found: FoundItem[] = reply
    ? [...reply.groups[of].items, ...reply.near.filter((each) => each.kind === kind)]
    : []
  const recent = opened.filter(({ entity }) => entity === of)
  const rows =
    name === ''
      ? recentRows(recent).map((row, at) => withAction(row, command, recent[at]?.id ?? 0))
      : found.map((item) => withAction(rowOf(item), command, item.id))
  const list: BoxRow = { key: `list ${of}`, kind: 'page', label: all, href, beside: true }
  return [
    ...(rows.length > 0 ? [{ key: `${of} to choose`, title: `${command.label}: choose the ${kind}`, rows }] : []),
    // Later: the first row to come is the chosen one.
    ...(pending ? [] : [{ key: `all ${of}`, title, rows: [list] }]),
  ]
}
