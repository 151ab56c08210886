import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { type ListSearch, listSearch, readListState } from '#web/lib/list/list-state.ts'
import { isPlain, readerQuery, viewsQuery } from '#web/model/views/shown-view.ts'
import { ordersCall } from './list/order-queries.ts'
import { ofOneOrder } from './shared/order-route.ts'
import { eventSearch } from './shared/set-event-over.ts'

/** The part that both addresses of the orders list share. */
export const ordersList = {
  validateSearch: listSearch.extend(eventSearch).loose(),
  loaderDeps: ({ search }: { search: ListSearch }) => ({ ...readListState(search), plain: isPlain(search) }),
  loader: ({ deps: { plain, ...state } }: { deps: ReturnType<typeof readListState> & { plain: boolean } }) => {
    void queryClient.prefetchQuery(viewsQuery('orders'))
    if (plain) void queryClient.prefetchQuery(pageQuery(ordersCall(), state))
    else void queryClient.prefetchQuery(readerQuery)
  },
}

export const orderRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/set-event/$orderId',
    ...ofOneOrder,
    component: lazyRouteComponent(() => import('./set-event/set-event-page.tsx'), 'SetEventPage'),
  }),
] as const
