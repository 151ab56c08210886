import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const templateRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/templates',
    // Each tab has a list of its own.
    validateSearch: listSearch.extend({ tab: z.enum(['blocks', 'variables']).optional().catch(undefined) }),
    component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/create-mail',
    component: lazyRouteComponent(() => import('./mail-editor-page.tsx'), 'CreateMailPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/create-html-block',
    component: lazyRouteComponent(() => import('./block-editor-page.tsx'), 'CreateBlockPage'),
  }),
] as const
