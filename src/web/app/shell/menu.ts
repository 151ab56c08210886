import {
  IconAdjustmentsHorizontal,
  IconAnchor,
  IconArticle,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconCalendarTime,
  IconClipboardList,
  IconCurrencyDollar,
  IconHistory,
  IconInfoCircle,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconMathFunction,
  IconPackage,
  IconShip,
  IconTimelineEvent,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

/** The side menu's entries before the options group, in the specification's order. */
export const MAIN_ENTRIES = linkOptions([
  { to: '/orders', label: 'Orders', icon: IconPackage },
  { to: '/clients', label: 'Clients', icon: IconUsers },
  { to: '/blog', label: 'Blog', icon: IconArticle },
  { to: '/templates', label: 'Templates', icon: IconMail },
])

export const OPTIONS_ICON = IconAdjustmentsHorizontal

/** The options group. */
export const OPTION_ENTRIES = linkOptions([
  { to: '/events', label: 'Events', icon: IconTimelineEvent },
  { to: '/depots', label: 'Depots', icon: IconBuildingWarehouse },
  { to: '/ports', label: 'Ports', icon: IconAnchor },
  { to: '/cities', label: 'Cities', icon: IconBuildingCommunity },
  { to: '/locations', label: 'Pick-up Locations', icon: IconMapPin },
  { to: '/vessels', label: 'Vessels', icon: IconShip },
  { to: '/cartages', label: 'Cartages', icon: IconTruck },
  { to: '/freight', label: 'Freight', icon: IconCurrencyDollar },
  { to: '/constants', label: 'Constants', icon: IconMathFunction },
  { to: '/delivery-time', label: 'Delivery Time', icon: IconCalendarTime },
  { to: '/mail-settings', label: 'Mail Settings', icon: IconMailForward },
  { to: '/hints', label: 'Hints', icon: IconInfoCircle },
])

/** Our own screens, below the specified entries. */
export const OWN_ENTRIES = linkOptions([{ to: '/mail-log', label: 'Mail log', icon: IconClipboardList }])

/** What only administrators see. */
export const ADMIN_ENTRIES = linkOptions([{ to: '/audit', label: 'Audit', icon: IconHistory }])
