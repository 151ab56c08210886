import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { listSearch, readListState } from '#web/lib/list/list-state.ts'
import { isPlain, viewsQuery } from '#web/model/views/shown-view.ts'

export const clientRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/clients',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./clients-page.tsx'), 'ClientsPage'),
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => {
      void queryClient.prefetchQuery(viewsQuery('clients'))
      if (!isPlain(deps)) return
      // A part outside the first screen's JavaScript; the page says so if it fails to load.
      import('./client-queries.ts')
        .then(({ clientsCall }) => queryClient.prefetchQuery(pageQuery(clientsCall(), readListState(deps))))
        .catch(() => undefined)
    },
  }),
] as const
