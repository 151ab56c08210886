import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { ofOneClient } from '#web/features/clients/shared/client-route.ts'
import { orderSearch } from '#web/features/orders/detail/order-search.ts'
import { ordersList } from '#web/features/orders/routes.ts'
import { ofOneOrder } from '#web/features/orders/shared/order-route.ts'
import { eventSearch } from '#web/features/orders/shared/set-event-over.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { OrdersPage, StartPage } from './orders-page.tsx'
import { toStartPage } from './to-start-page.ts'

const templates = () => import('./template-pages.tsx')
const csr = lazyRouteComponent(() => import('./csr-page.tsx'), 'CsrPage')

/** Screens that combine several features, or belong to none. The list of orders comes with the shell: the day begins there. */
export const pageRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/',
    ...ordersList,
    beforeLoad: toStartPage,
    component: StartPage,
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/orders',
    ...ordersList,
    component: OrdersPage,
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/orders/$orderId',
    ...ofOneOrder,
    loader: ({ params, cause }) => {
      ofOneOrder.loader({ params })
      // A row that is only passed over with the pointer reads less.
      if (cause === 'preload') return
      import('#web/features/orders/shared/orders.ts')
        .then(({ loadOrderParts }) => loadOrderParts(queryClient, params.orderId))
        .catch(() => undefined)
    },
    validateSearch: orderSearch,
    component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/arrivals',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./arrivals-page.tsx'), 'ArrivalsPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/clients/$userId',
    validateSearch: listSearch.pick({ sort: true, page: true, per_page: true }),
    ...ofOneClient,
    component: lazyRouteComponent(() => import('./client-detail-page.tsx'), 'ClientDetailPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/edit-mail/$mailId',
    component: lazyRouteComponent(templates, 'EditMail'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/edit-html-block/$blockId',
    component: lazyRouteComponent(templates, 'EditBlock'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/sailings/$sailingId',
    component: lazyRouteComponent(() => import('./sailing-page.tsx'), 'OneSailingPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/offers/$offerId',
    component: lazyRouteComponent(() => import('./offer-page.tsx'), 'OneOfferPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/today',
    validateSearch: listSearch.extend(eventSearch).loose(),
    component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/import',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('#web/features/imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/integrations',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsWithMailboxes'),
  }),
  createRoute({ getParentRoute: () => staffRoute, path: '/csr', component: csr }),
  createRoute({ getParentRoute: () => staffRoute, path: '/csr/$csrId', component: csr }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '$',
    component: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
  }),
] as const
