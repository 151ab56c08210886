import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/model/session/staff-route.ts'
import { reportSearch } from './report-search.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/reports',
    validateSearch: reportSearch,
    component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
  }),
] as const
