import type { ViewedList } from '#contract/views/view.ts'
import { BUILT_IN } from './built-in.ts'
import type { SeenViews } from './view-state.ts'

/**
 * The view that a bare address opens: the person's default, else the one that they opened last. Undefined if that is
 * the whole list, or gone.
 */
export function firstView(list: ViewedList, { views, last }: SeenViews): number | string | undefined {
  const [, ...narrower] = BUILT_IN[list]
  return (
    views.find(({ isDefault }) => isDefault)?.id ??
    views.find(({ id }) => String(id) === last)?.id ??
    narrower.find(({ key }) => key === last)?.key
  )
}
