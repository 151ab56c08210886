import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { auditSearch } from './audit-search.ts'

export const auditRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  }),
] as const
