import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

/** The route of a list of reference data, with its filters in the address. */
const reference = <const Path extends string, const Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => staffRoute,
    path,
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(load, name),
  })

export const referenceRoutes = [
  reference('/mail-settings', () => import('./mail-settings-page.tsx'), 'MailSettingsPage'),
  reference('/hints', () => import('./hints-page.tsx'), 'HintsPage'),
  reference('/events', () => import('./events-page.tsx'), 'EventsPage'),
  reference('/freight', () => import('./freight-page.tsx'), 'FreightPage'),
  reference('/ports', () => import('./ports-page.tsx'), 'PortsPage'),
  reference('/cities', () => import('./cities-page.tsx'), 'CitiesPage'),
  reference('/vessels', () => import('./vessels-page.tsx'), 'VesselsPage'),
  reference('/cartages', () => import('./cartages-page.tsx'), 'CartagesPage'),
  reference('/depots', () => import('./depots-page.tsx'), 'DepotsPage'),
  reference('/constants', () => import('./constants/constants-page.tsx'), 'ConstantsPage'),
  reference('/locations', () => import('./locations-page.tsx'), 'LocationsPage'),
  reference('/locations/by-city', () => import('./locations-by-city-page.tsx'), 'LocationsByCityPage'),
] as const
