import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconAnchor,
  IconArticle,
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconCalendarOff,
  IconCalendarTime,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconCurrencyDollar,
  IconFlag2,
  IconHistory,
  IconHourglass,
  IconInbox,
  IconInfoCircle,
  IconKey,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconMapPins,
  IconMathFunction,
  IconPackage,
  IconPackageImport,
  IconReceipt2,
  IconSailboat,
  IconSettings,
  IconSettingsBolt,
  IconShip,
  IconSunrise,
  IconTimelineEvent,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

/** A list of reference data: its address, entry, icon and page. Its filters are in the address too. */
const reference = <const Path extends string, const Name extends string>(
  to: Path,
  label: string,
  icon: Icon,
  page: Name,
  load: () => Promise<Record<Name, () => ReactNode>>,
) => ({
  to,
  label,
  icon,
  route: createRoute({
    getParentRoute: () => staffRoute,
    path: to,
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(load, page),
  }),
})

/** The side menu's entries before the options group, in the specification's order. */
export const MAIN_ENTRIES = [
  { to: '/orders', label: 'Orders', icon: IconPackage },
  { to: '/clients', label: 'Clients', icon: IconUsers },
  { to: '/blog', label: 'Blog', icon: IconArticle },
  { to: '/templates', label: 'Templates', icon: IconMail },
] as const

/** The entries of the options group: the lists of reference data, the specified ones first. */
const OPTION_ENTRIES = [
  reference(
    '/events',
    'Events',
    IconTimelineEvent,
    'EventsPage',
    () => import('#web/features/reference/events-page.tsx'),
  ),
  reference(
    '/depots',
    'Depots',
    IconBuildingWarehouse,
    'DepotsPage',
    () => import('#web/features/reference/depots-page.tsx'),
  ),
  reference('/ports', 'Ports', IconAnchor, 'PortsPage', () => import('#web/features/reference/ports-page.tsx')),
  reference(
    '/cities',
    'Cities',
    IconBuildingCommunity,
    'CitiesPage',
    () => import('#web/features/reference/cities-page.tsx'),
  ),
  reference(
    '/locations',
    'Pick-up Locations',
    IconMapPin,
    'LocationsPage',
    () => import('#web/features/reference/locations-page.tsx'),
  ),
  reference('/vessels', 'Vessels', IconShip, 'VesselsPage', () => import('#web/features/reference/vessels-page.tsx')),
  reference(
    '/cartages',
    'Cartages',
    IconTruck,
    'CartagesPage',
    () => import('#web/features/reference/cartages-page.tsx'),
  ),
  reference(
    '/freight',
    'Freight',
    IconCurrencyDollar,
    'FreightPage',
    () => import('#web/features/reference/freight-page.tsx'),
  ),
  reference(
    '/constants',
    'Constants',
    IconMathFunction,
    'ConstantsPage',
    () => import('#web/features/reference/constants/constants-page.tsx'),
  ),
  reference(
    '/delivery-time',
    'Delivery Time',
    IconCalendarTime,
    'DeliveryPage',
    () => import('#web/features/reference/delivery/delivery-page.tsx'),
  ),
  reference(
    '/mail-settings',
    'Mail Settings',
    IconMailForward,
    'MailSettingsPage',
    () => import('#web/features/reference/mail-settings-page.tsx'),
  ),
  reference('/hints', 'Hints', IconInfoCircle, 'HintsPage', () => import('#web/features/reference/hints-page.tsx')),
  reference(
    '/carriers',
    'Carriers',
    IconFlag2,
    'CarriersPage',
    () => import('#web/features/sailings/carriers-page.tsx'),
  ),
  reference(
    '/document-requirements',
    'Document requirements',
    IconChecklist,
    'RequirementsPage',
    () => import('#web/features/papers/requirements-page.tsx'),
  ),
  reference('/places', 'Places', IconMapPins, 'PlacesPage', () => import('#web/features/reference/places-page.tsx')),
  reference(
    '/free-time-rules',
    'Free time rules',
    IconHourglass,
    'FreeTimeRulesPage',
    () => import('#web/features/free-time/free-time-rules-page.tsx'),
  ),
  reference(
    '/holidays',
    'Holidays',
    IconCalendarOff,
    'HolidaysPage',
    () => import('#web/features/free-time/holidays-page.tsx'),
  ),
] as const

/** Our own screens, below the specified entries. */
export const OWN_ENTRIES = [
  { to: '/today', label: 'Today', icon: IconSunrise },
  { to: '/sailings', label: 'Sailings', icon: IconSailboat },
  { to: '/arrivals', label: 'Arrivals', icon: IconPackageImport },
  { to: '/inbox', label: 'Inbox', icon: IconInbox },
  { to: '/offers', label: 'Offers', icon: IconReceipt2 },
  { to: '/reports', label: 'Reports', icon: IconChartBar },
  { to: '/mail-log', label: 'Mail log', icon: IconClipboardList },
] as const

/** The routes of lists of reference data: other screens have theirs in their feature. */
export const referenceRoutes = OPTION_ENTRIES.map(({ route }) => route)

/** What all staff see of the administration group. */
const BULK_CHANGES = { to: '/runs', label: 'Bulk changes', icon: IconListDetails } as const

/** What only administrators see of it. */
const ADMIN_ENTRIES = [
  { to: '/company', label: 'Company', icon: IconBuilding },
  { to: '/attention-rules', label: 'Queue rules', icon: IconSettingsBolt },
  { to: '/integrations', label: 'Integrations', icon: IconKey },
  { to: '/audit', label: 'Audit', icon: IconHistory },
] as const

/** What leads administrators through a new installation, until everything is there. */
const SETUP_ENTRY = { to: '/setup', label: 'Setup', icon: IconListCheck } as const

/** Screens that the head of another one leads to: the menu has what S30 names, the box these too. */
const BESIDE = [{ to: '/carrier-events', label: 'Carrier events' }] as const
const ADMIN_BESIDE = [{ to: '/staff', label: 'Staff' }] as const

/** Screens without an entry of their own in the menu, by the entry that they belong to. */
export const WITHIN: Readonly<Record<string, string>> = { '/carrier-events': '/sailings', '/staff': '/company' }

/** Groups of the menu, by the key of their entries in `shownEntries`. */
export const MENU_GROUPS = {
  options: { label: 'Options', icon: IconAdjustmentsHorizontal },
  administration: { label: 'Administration', icon: IconSettings },
} as const

/** Entries that this person sees, in the menu and in the box; `beside` in the box alone. */
export const shownEntries = ({ admin = false, setup = false }: { admin?: boolean; setup?: boolean }) => ({
  main: MAIN_ENTRIES,
  options: OPTION_ENTRIES,
  own: [...OWN_ENTRIES, ...(setup ? [SETUP_ENTRY] : [])],
  administration: [BULK_CHANGES, ...(admin ? ADMIN_ENTRIES : [])],
  beside: [...BESIDE, ...(admin ? ADMIN_BESIDE : [])],
})
