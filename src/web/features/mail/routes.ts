import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { mailState } from '#contract/codes/mail-state.ts'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const mailRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/mail-log',
    validateSearch: listSearch
      .extend({
        state: mailState.optional().catch(undefined),
        mail: z.coerce.number().int().positive().optional().catch(undefined),
      })
      .loose(),
    component: lazyRouteComponent(() => import('./mail-log-page.tsx'), 'MailLogPage'),
  }),
] as const
