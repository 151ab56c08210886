import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from '#web/features/accounts/routes.ts'
import { sessionRoutes } from '#web/features/accounts/session/routes.ts'
import { rootRoute, staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { todayRoutes } from '#web/features/attention/routes.ts'
import { auditRoutes } from '#web/features/audit/routes.ts'
import { blogRoutes } from '#web/features/blog/routes.ts'
import { carrierEventRoutes } from '#web/features/carrier-events/routes.ts'
import { clientRoutes } from '#web/features/clients/routes.ts'
import { mailRoutes } from '#web/features/mail/routes.ts'
import { mailInRoutes } from '#web/features/mail-in/routes.ts'
import { offerRoutes } from '#web/features/offers/routes.ts'
import { orderRoutes } from '#web/features/orders/routes.ts'
import { quoteRoutes } from '#web/features/quotes/routes.ts'
import { locationRoutes } from '#web/features/reference/routes.ts'
import { reportRoutes } from '#web/features/reports/routes.ts'
import { runRoutes } from '#web/features/runs/routes.ts'
import { sailingRoutes } from '#web/features/sailings/routes.ts'
import { systemRoutes } from '#web/features/system/routes.ts'
import { templateRoutes } from '#web/features/templates/routes.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { rememberLists } from '#web/lib/list/last-list.ts'
import { referenceRoutes } from './menu.ts'
import { FaultPage } from './pages/fault-page.tsx'
import { pageRoutes } from './pages/routes.ts'
import { Root } from './root.tsx'
import { StaffLayout } from './staff-layout.tsx'

const routeTree = rootRoute
  .update({ component: Root })
  .addChildren([
    ...sessionRoutes,
    staffRoute
      .update({ component: StaffLayout })
      .addChildren([
        ...pageRoutes,
        ...orderRoutes,
        ...offerRoutes,
        ...quoteRoutes,
        ...clientRoutes,
        ...blogRoutes,
        ...templateRoutes,
        ...mailRoutes,
        ...mailInRoutes,
        ...carrierEventRoutes,
        ...accountRoutes,
        ...auditRoutes,
        ...locationRoutes,
        ...referenceRoutes,
        ...reportRoutes,
        ...runRoutes,
        ...sailingRoutes,
        ...systemRoutes,
        ...todayRoutes,
      ]),
  ])

/** Search params as plain text: '?page=2&search=ABCD', no JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>) => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== '') params.set(key, String(value))
  // Filters stay readable: f.status=in:0,2
  return params.size > 0 ? `?${String(params).replaceAll('%3A', ':').replaceAll('%2C', ',')}` : ''
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: FaultPage,
  scrollRestoration: true,
  scrollToTopSelectors: ['[data-scroll-restoration-id="list"]'],
})

rememberLists(
  router,
  ['/orders', '/clients', '/csr', '/blog', '/templates', '/sailings', '/arrivals', '/offers', '/today', '/runs'],
  '/orders',
)

/** Goes to the login when the session ends; the login leads back. */
export function goToLogin(): void {
  const { pathname, href } = router.state.location
  if (pathname === '/login' || storedToken.get()) return
  void router.navigate({ to: '/login', search: { next: href === '/' ? undefined : href }, ignoreBlocker: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
