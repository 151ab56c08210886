import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const todayRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/attention-rules',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./rules/rules-page.tsx'), 'RulesPage'),
  }),
] as const
