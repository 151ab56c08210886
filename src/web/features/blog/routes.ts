import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

const articleEditor = () => import('./article-editor-page.tsx')

export const blogRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/blog',
    validateSearch: listSearch.extend({ tab: z.enum(['resources', 'main']).optional().catch(undefined) }),
    component: lazyRouteComponent(() => import('./blog-page.tsx'), 'BlogPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/create-article',
    component: lazyRouteComponent(articleEditor, 'CreateArticlePage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/edit-article/$articleId',
    component: lazyRouteComponent(articleEditor, 'EditArticlePage'),
  }),
] as const
