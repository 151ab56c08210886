import type { DateChangeRow } from '#contract/sailings/date-change.ts'
import { createStore, type Store } from '#web/lib/browser/store.ts'

/** A choice for an order, where it differs from the default. */
interface Choice {
  apply?: boolean
  mail?: boolean
}
/** Choices, kept outside the table so that a tick renders its own box and no row. */
export type Choices = Store<Readonly<Record<number, Choice>>>

export const newChoices = (): Choices => createStore<Readonly<Record<number, Choice>>>({})

export function choose(choices: Choices, id: number, choice: Choice): void {
  const all = choices.get()
  choices.set({ ...all, [id]: { ...all[id], ...choice } })
}

/** The event and the mail: true if they go with the change. */
export interface Goes {
  event: boolean
  mail: boolean
}

/** True if an order can be ticked, because something changes for it. */
export const canApply = ({ fields }: DateChangeRow, { event }: Goes) => fields.length > 0 || event

/** True if an order is ticked; by default one is, unless it has a date of its own. */
export const isApplied = (row: DateChangeRow, choice: Choice | undefined, goes: Goes) =>
  canApply(row, goes) && (choice?.apply ?? !row.differs)

export const isMailed = (row: DateChangeRow, choice: Choice | undefined, goes: Goes) =>
  goes.mail && row.mail !== null && isApplied(row, choice, goes) && (choice?.mail ?? true)

/** Counts orders that change, mails, and clients who get them: different addresses. */
export function countsOf(rows: readonly DateChangeRow[], choices: Readonly<Record<number, Choice>>, goes: Goes) {
  const applied = rows.filter((row) => isApplied(row, choices[row.id], goes))
  const mailed = applied.filter((row) => isMailed(row, choices[row.id], goes))
  const clients = new Set(mailed.map(({ mail }) => mail?.to.toLowerCase())).size
  return { orders: applied.length, mails: mailed.length, clients }
}
