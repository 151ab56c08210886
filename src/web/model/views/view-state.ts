import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import type { ListBase, Sort } from '#web/lib/list/list-state.ts'
import type { BuiltIn } from './built-in.ts'

/** The view at an address, with the changes that the address makes. */
export interface Viewed {
  list: ViewedList
  /** The saved view; null for a built-in one. */
  view: View | null
  builtIn: BuiltIn | null
  /** True if the address names a view that was deleted, or that is not this person's. */
  gone: boolean
  /** The view's own definition: Reset leads back to it. */
  saved: ViewDefinition
  /** The definition on screen: the view with the changes of the address. */
  definition: ViewDefinition
  changed: boolean
  /** True if a bare address would open another view. */
  opensOther: boolean
  /** Parts of the address that this list does not know, with the reason. */
  dropped: readonly { name: string; reason: string }[]
  /** Codes of the address that are no tracking codes, and those that it names as unknown. */
  notCodes: readonly string[]
  /** Ids of orders in the address; a view does not keep them. */
  ids: readonly number[] | undefined
}

/** A list as the address makes it, beside its page. */
export interface ShownView {
  /** Parameters of the call. */
  filters: Filters
  /** Values that the address leaves out. */
  base?: ListBase & { sort?: Sort }
  /** Columns shown, in order; without a saved view the list's own. */
  columns?: readonly string[]
  /** Row height of a saved view. */
  density?: 'normal' | 'compact'
  /** The view in full, once its part is loaded; undefined for a plain list. */
  viewed?: Viewed
}

/** The part of a view that the first screen needs; the lazy part reads all of it (`savedViews`). */
export interface SeenView {
  id: number
  isDefault: boolean
  [more: string]: unknown
}

/** A person's views of a list, those that colleagues share, and the one that the person opened last. */
export interface SeenViews {
  views: readonly SeenView[]
  /** The id of a view, or the name of a built-in one; null for none yet. */
  last: string | null
}
