import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { everyColumn } from '#contract/views/view-lists.ts'
import { useCompactRows } from '#web/lib/list/row-choices.ts'
import { NO_VIEWS, viewsQuery } from './shown-view.ts'
import type { Viewed } from './view-state.ts'
import { addressOf, emptyDefinition, savedViews, viewedAt, withoutView } from './viewed.ts'

type Search = Record<string, unknown>

interface AddressOptions {
  /** Parameters by which the screen itself filters: a saved view does without them. */
  own?: readonly string[] | undefined
  /** The columns that somebody chose for the list without a saved view. */
  chosenColumns?: readonly string[] | undefined
}

/** The view at this address, and how to lead to others. The address is the only state. */
export function useViewAddress(list: ViewedList, { own = [], chosenColumns }: AddressOptions = {}) {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const { data: seen = NO_VIEWS, isPending } = useQuery(viewsQuery(list))
  const columns = chosenColumns?.join()
  const density = useCompactRows().on ? 'compact' : 'normal'
  const { viewed } = useMemo(() => {
    const chosen = columns?.split(',').map((id) => ({ id, shown: true }))
    return viewedAt(list, seen, search, { density, ...(chosen && { columns: everyColumn(list, chosen) }) })
  }, [list, seen, search, columns, density])
  /** Search params of a view as it was saved; the rest of the address (an open drawer) stays. */
  const opening = (view: number | string | undefined): Search => {
    const rest = Object.entries(withoutView(search)).filter(([key]) => typeof view !== 'number' || !own.includes(key))
    return { ...Object.fromEntries(rest), view }
  }
  /** Pasted codes, which no view keeps: a change of filters leaves them until they are taken away. */
  const pasted = ({ codes }: Pick<ViewDefinition, 'codes'>): Search => ({
    ids: search.ids,
    unknown: search.ids !== undefined || codes ? search.unknown : undefined,
  })
  return {
    views: savedViews(seen.views),
    isPending,
    viewed,
    opening,
    open: (view: number | string | undefined) => void navigate({ to: '.', search: () => opening(view) }),
    /** Shows another definition: the address gets what differs from the view. */
    show: (next: ViewDefinition) =>
      void navigate({
        to: '.',
        search: () => ({ ...withoutView(search), ...(viewed && addressOf(viewed, next)), ...pasted(next) }),
      }),
    /** Shows the whole view again, without the ids in the address. */
    withoutIds: () =>
      void navigate({ to: '.', search: () => ({ ...search, ids: undefined, unknown: undefined, page: undefined }) }),
    /** A link with all of the definition, which still opens when the view is deleted. */
    wholeLink: (shown: Viewed, saved: View) => {
      const whole = addressOf(shown, saved.definition, emptyDefinition(list))
      const { href } = router.buildLocation({ to: '.', search: () => whole })
      return new URL(href, window.location.href).href
    },
  }
}
export type ViewAddress = ReturnType<typeof useViewAddress>
