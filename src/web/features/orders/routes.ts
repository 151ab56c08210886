import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { type ListSearch, listSearch, readListState } from '#web/lib/list/list-state.ts'
import { ofOneOrder } from '#web/model/orders/order-route.ts'
import { eventSearch } from '#web/model/orders/set-event-over.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'
import { ordersCall } from './list/order-queries.ts'

/** What both addresses of the orders list share, but for its page. */
export const ordersList = {
  validateSearch: listSearch.extend(eventSearch),
  loaderDeps: ({ search }: { search: ListSearch }) => readListState(search),
  loader: ({ deps }: { deps: ReturnType<typeof readListState> }) => {
    void queryClient.prefetchQuery(pageQuery(ordersCall, deps))
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
