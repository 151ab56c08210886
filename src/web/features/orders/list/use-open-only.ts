import { useEffect, useEffectEvent, useState } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { List } from '#web/lib/list/use-list.ts'

/** Opens the order that a code finds, if the reply for exactly that code has only one. */
export function useOpenOnly(list: List<OrderListItem>, open: (order: OrderListItem) => void) {
  const [asked, setAsked] = useState('')
  const { state, page, query } = list
  const answered = asked !== '' && state.search === asked && !query.isFetching
  const openOnly = useEffectEvent(() => {
    setAsked('')
    const [only] = page?.items ?? []
    if (only && page?.totalCount === 1 && !query.isError) open(only)
  })
  useEffect(() => {
    if (answered) openOnly()
  }, [answered])
  return setAsked
}
