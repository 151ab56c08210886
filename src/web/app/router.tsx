import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { mailState } from '#contract/mails/mails.ts'
import { auditSearch } from '#web/features/audit/audit-search.ts'
import { clientsCall } from '#web/features/clients/client-queries.ts'
import { orderSearch } from '#web/features/orders/detail/order-search.ts'
import { ordersCall } from '#web/features/orders/list/order-queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { rememberLists } from '#web/lib/list/last-list.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { listSearch, readListState } from '#web/lib/list/list-state.ts'
import { clientQuery } from '#web/model/clients/clients.ts'
import { orderQuery } from '#web/model/orders/orders.ts'
import { prefetchStaff, requireToken, skipLogin } from './guards.ts'
import { FaultPage } from './pages/fault-page.tsx'
import { Root } from './root.tsx'
import { StaffLayout } from './staff-layout.tsx'

const root = createRootRoute({ component: Root })

const loginSearch = z.object({
  next: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(2000)
    .optional()
    .catch(undefined),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: skipLogin,
  component: lazyRouteComponent(() => import('#web/features/session/login-page.tsx'), 'LoginPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('#web/features/session/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('#web/features/session/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: requireToken,
  loader: prefetchStaff,
  component: StaffLayout,
})

/** The id of a record in an address; what is no id leads back to the list. */
const recordId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0)

const ordersPage = lazyRouteComponent(() => import('#web/features/orders/list/orders-page.tsx'), 'OrdersPage')
const ordersRoute = {
  validateSearch: listSearch,
  component: ordersPage,
  loaderDeps: ({ search }: { search: z.infer<typeof listSearch> }) => search,
  loader: ({ deps }: { deps: z.infer<typeof listSearch> }) => {
    void queryClient.prefetchQuery(pageQuery(ordersCall, readListState(deps)))
  },
}
const home = createRoute({ getParentRoute: () => staff, path: '/', ...ordersRoute })
const orders = createRoute({ getParentRoute: () => staff, path: '/orders', ...ordersRoute })

const ofOneOrder = {
  params: {
    parse: ({ orderId }: { orderId: string }) => ({ orderId: recordId(orderId) }),
    stringify: ({ orderId }: { orderId: number }) => ({ orderId: String(orderId) }),
  },
  beforeLoad: ({ params }: { params: { orderId: number } }) => {
    if (params.orderId === 0) throw redirect({ to: '/orders', replace: true })
  },
  loader: ({ params }: { params: { orderId: number } }) => {
    void queryClient.prefetchQuery(orderQuery(params.orderId))
  },
}
const order = createRoute({
  getParentRoute: () => staff,
  path: '/orders/$orderId',
  ...ofOneOrder,
  validateSearch: orderSearch,
  component: lazyRouteComponent(() => import('./pages/order-page.tsx'), 'OrderPage'),
})
const setEvent = createRoute({
  getParentRoute: () => staff,
  path: '/set-event/$orderId',
  ...ofOneOrder,
  component: lazyRouteComponent(() => import('#web/features/orders/history/set-event-page.tsx'), 'SetEventPage'),
})

const clients = createRoute({
  getParentRoute: () => staff,
  path: '/clients',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('#web/features/clients/clients-page.tsx'), 'ClientsPage'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(pageQuery(clientsCall, readListState(deps)))
  },
})
const ofOneClient = {
  beforeLoad: ({ params }: { params: { userId: string } }) => {
    if (recordId(params.userId) === 0) throw redirect({ to: '/clients', replace: true })
  },
  loader: ({ params }: { params: { userId: string } }) => {
    void queryClient.prefetchQuery(clientQuery(recordId(params.userId)))
  },
}
const client = createRoute({
  getParentRoute: () => staff,
  path: '/clients/$userId',
  validateSearch: listSearch.pick({ sort: true }),
  ...ofOneClient,
  component: lazyRouteComponent(() => import('./pages/client-detail-page.tsx'), 'ClientDetailPage'),
})

const newOrder = createRoute({
  getParentRoute: () => staff,
  path: '/new-order/$userId',
  ...ofOneClient,
  component: lazyRouteComponent(() => import('#web/features/quotes/new-order-page.tsx'), 'NewOrderPage'),
})

/** A screen with tabs, each with a list of its own. */
const templates = createRoute({
  getParentRoute: () => staff,
  path: '/templates',
  validateSearch: listSearch.extend({ tab: z.enum(['blocks', 'variables']).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('#web/features/templates/templates-page.tsx'), 'TemplatesPage'),
})
const mailEditor = () => import('#web/features/templates/mail-editor-page.tsx')
const createMail = createRoute({
  getParentRoute: () => staff,
  path: '/create-mail',
  component: lazyRouteComponent(mailEditor, 'CreateMailPage'),
})
const editMail = createRoute({
  getParentRoute: () => staff,
  path: '/edit-mail/$mailId',
  component: lazyRouteComponent(() => import('./pages/template-pages.tsx'), 'EditMail'),
})
const blockEditor = () => import('#web/features/templates/block-editor-page.tsx')
const createBlock = createRoute({
  getParentRoute: () => staff,
  path: '/create-html-block',
  component: lazyRouteComponent(blockEditor, 'CreateBlockPage'),
})
const editBlock = createRoute({
  getParentRoute: () => staff,
  path: '/edit-html-block/$blockId',
  component: lazyRouteComponent(() => import('./pages/template-pages.tsx'), 'EditBlock'),
})
const blog = createRoute({
  getParentRoute: () => staff,
  path: '/blog',
  validateSearch: listSearch.extend({ tab: z.enum(['resources', 'main']).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('#web/features/blog/blog-page.tsx'), 'BlogPage'),
})
const articleEditor = () => import('#web/features/blog/article-editor-page.tsx')
const createArticle = createRoute({
  getParentRoute: () => staff,
  path: '/create-article',
  component: lazyRouteComponent(articleEditor, 'CreateArticlePage'),
})
const editArticle = createRoute({
  getParentRoute: () => staff,
  path: '/edit-article/$articleId',
  component: lazyRouteComponent(articleEditor, 'EditArticlePage'),
})
const mailLog = createRoute({
  getParentRoute: () => staff,
  path: '/mail-log',
  validateSearch: listSearch.extend({
    state: mailState.optional().catch(undefined),
    mail: z.coerce.number().int().positive().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/mails/mail-log-page.tsx'), 'MailLogPage'),
})

const audit = createRoute({
  getParentRoute: () => staff,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('#web/features/audit/audit-page.tsx'), 'AuditPage'),
})

const csrPage = lazyRouteComponent(() => import('./pages/csr-page.tsx'), 'CsrPage')
const csr = createRoute({ getParentRoute: () => staff, path: '/csr', component: csrPage })
const csrRecord = createRoute({ getParentRoute: () => staff, path: '/csr/$csrId', component: csrPage })
const notFound = createRoute({
  getParentRoute: () => staff,
  path: '$',
  component: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
})

/** A list screen of reference data; filters stand in its address too. */
const reference = <const Path extends string, const Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => staff,
    path,
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(load, name),
  })

const routeTree = root.addChildren([
  login,
  forgotPassword,
  resetPassword,
  staff.addChildren([
    home,
    orders,
    order,
    setEvent,
    newOrder,
    clients,
    client,
    csr,
    csrRecord,
    blog,
    createArticle,
    editArticle,
    templates,
    createMail,
    editMail,
    createBlock,
    editBlock,
    reference('/mail-settings', () => import('#web/features/reference/mail-settings-page.tsx'), 'MailSettingsPage'),
    reference('/hints', () => import('#web/features/reference/hints-page.tsx'), 'HintsPage'),
    reference('/events', () => import('#web/features/reference/events-page.tsx'), 'EventsPage'),
    reference('/freight', () => import('#web/features/reference/freight-page.tsx'), 'FreightPage'),
    reference('/ports', () => import('#web/features/reference/ports-page.tsx'), 'PortsPage'),
    reference('/cities', () => import('#web/features/reference/cities-page.tsx'), 'CitiesPage'),
    reference('/vessels', () => import('#web/features/reference/vessels-page.tsx'), 'VesselsPage'),
    reference('/cartages', () => import('#web/features/reference/cartages-page.tsx'), 'CartagesPage'),
    reference('/depots', () => import('#web/features/reference/depots-page.tsx'), 'DepotsPage'),
    reference('/constants', () => import('#web/features/reference/constants-page.tsx'), 'ConstantsPage'),
    reference('/locations', () => import('#web/features/reference/locations-page.tsx'), 'LocationsPage'),
    reference(
      '/locations/by-city',
      () => import('#web/features/reference/locations-by-city-page.tsx'),
      'LocationsByCityPage',
    ),
    reference('/delivery-time', () => import('#web/features/delivery/delivery-page.tsx'), 'DeliveryPage'),
    mailLog,
    audit,
    notFound,
  ]),
])

/** Search params as plain text: '?page=2&search=ABCD', no JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>) => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== '') params.set(key, String(value))
  return params.size > 0 ? `?${params}` : ''
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

rememberLists(router, ['/orders', '/clients', '/csr', '/blog', '/templates'], '/orders')

/** Where the app goes when the session ended; what was asked for comes back after the login. */
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
