import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { listSearch, readListState } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'
import { clientsCall } from './client-queries.ts'

export const clientRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/clients',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./clients-page.tsx'), 'ClientsPage'),
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => {
      void queryClient.prefetchQuery(pageQuery(clientsCall, readListState(deps)))
    },
  }),
] as const
