import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import type { ListBase, Sort } from '#web/lib/list/list-state.ts'
import type { BuiltIn } from './built-in.ts'

/** The view at an address, with what the address changes in it. */
export interface Viewed {
  list: ViewedList
  /** The saved view; null for a built-in one. */
  view: View | null
  builtIn: BuiltIn | null
  /** The address names a view that was deleted, or that is not this person's. */
  gone: boolean
  /** What the view shows by itself: Reset leads back to it. */
  saved: ViewDefinition
  /** What is shown: the view with the changes of the address. */
  definition: ViewDefinition
  changed: boolean
  /** A bare address would open another view. */
  hasDefault: boolean
  /** Parts of the address that this list does not know, with the reason. */
  dropped: readonly { name: string; reason: string }[]
  /** Codes of the address that are no tracking codes, and those that it names as unknown. */
  notCodes: readonly string[]
  /** The orders that the address names by their ids; a view does not keep them. */
  ids: readonly number[] | undefined
}

/** What the address makes a list show, beside its page. */
export interface ShownView {
  /** The parameters of the call. */
  filters: Filters
  /** What the address leaves out. */
  base?: ListBase & { sort?: Sort }
  /** The columns shown, in order; without a saved view the list's own. */
  columns?: readonly string[]
  /** The row height of a saved view. */
  density?: 'normal' | 'compact'
  /** All about the view, once its part is loaded; undefined for a plain list. */
  viewed?: Viewed
}

/** As much of a view as the first screen needs; the part that shows views reads all of it (`savedViews`). */
export interface SeenView {
  id: number
  isDefault: boolean
  [more: string]: unknown
}
