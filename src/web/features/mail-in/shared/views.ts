import { keysOf } from '#contract/lib/record-of.ts'
import type { MailInCounts } from '#contract/mail-in/mail-in.ts'

/** A part of the mail that came in: its name, the parameters of its call, and the number beside its name. */
interface View {
  label: string
  filters: Record<string, string>
  count?: keyof MailInCounts
  /** What its empty list says. */
  empty: string
}

export const VIEWS = {
  mine: {
    label: 'Mine',
    filters: { owner: 'me' },
    count: 'mine',
    empty: 'No mail on your orders, and none you claimed.',
  },
  new: { label: 'New', filters: { state: 'new' }, count: 'new', empty: 'No new mail.' },
  unmatched: {
    label: 'Unmatched',
    filters: { matched: 'none' },
    count: 'unmatched',
    empty: 'All mail is linked with an order.',
  },
  waiting: {
    label: 'Waiting for the client',
    filters: { state: 'answered' },
    count: 'waiting',
    empty: 'No answer is waited for.',
  },
  all: { label: 'All', filters: {}, empty: 'No mail yet.' },
  closed: { label: 'Closed', filters: { state: 'closed' }, empty: 'No mail was closed.' },
  ignored: { label: 'Ignored', filters: { state: 'ignored' }, empty: 'No mail was ignored.' },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof VIEWS

/** The view with this name in an address; mine without one. */
export const viewOf = (name: string | undefined): ViewName => keysOf(VIEWS).find((view) => view === name) ?? 'mine'

/** A view by its name, with the fields that only some have. */
export const viewNamed = (name: ViewName): View => VIEWS[name]
