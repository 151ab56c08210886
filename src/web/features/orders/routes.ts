import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { type ListSearch, listSearch, readListState } from '#web/lib/list/list-state.ts'
import { ofOneOrder } from '#web/model/orders/order-route.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'
import { ordersCall } from './list/order-queries.ts'

const ordersList = {
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./list/orders-page.tsx'), 'OrdersPage'),
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  loader: ({ deps }: { deps: ListSearch }) => {
    void queryClient.prefetchQuery(pageQuery(ordersCall, readListState(deps)))
  },
}

export const orderRoutes = [
  createRoute({ getParentRoute: () => staffRoute, path: '/', ...ordersList }),
  createRoute({ getParentRoute: () => staffRoute, path: '/orders', ...ordersList }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/set-event/$orderId',
    ...ofOneOrder,
    component: lazyRouteComponent(() => import('./history/set-event-page.tsx'), 'SetEventPage'),
  }),
] as const
