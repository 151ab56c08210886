import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

export const todayRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/attention-rules',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./rules/rules-page.tsx'), 'RulesPage'),
  }),
] as const
