import {
  IconAdjustmentsHorizontal,
  IconAnchor,
  IconArticle,
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconCalendarTime,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconCurrencyDollar,
  IconFlag2,
  IconHistory,
  IconInfoCircle,
  IconKey,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconMathFunction,
  IconPackage,
  IconSailboat,
  IconSettingsBolt,
  IconShip,
  IconSunrise,
  IconTimelineEvent,
  IconTruck,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import type { ADMIN_ENTRIES, MAIN_ENTRIES, OPTION_ENTRIES, OWN_ENTRIES, SETUP_ENTRY } from '#web/app/menu.ts'
import classes from './side-menu.module.css'

/** The path of a menu entry, or 'options' for their group. */
export type MenuPath =
  | 'options'
  | (typeof MAIN_ENTRIES)[number]['to']
  | (typeof OPTION_ENTRIES)[number]['to']
  | (typeof OWN_ENTRIES)[number]['to']
  | (typeof ADMIN_ENTRIES)[number]['to']
  | (typeof SETUP_ENTRY)['to']

const ICONS: Record<MenuPath, typeof IconShip> = {
  '/orders': IconPackage,
  '/clients': IconUsers,
  '/blog': IconArticle,
  '/templates': IconMail,
  options: IconAdjustmentsHorizontal,
  '/events': IconTimelineEvent,
  '/depots': IconBuildingWarehouse,
  '/ports': IconAnchor,
  '/cities': IconBuildingCommunity,
  '/locations': IconMapPin,
  '/vessels': IconShip,
  '/cartages': IconTruck,
  '/freight': IconCurrencyDollar,
  '/constants': IconMathFunction,
  '/delivery-time': IconCalendarTime,
  '/mail-settings': IconMailForward,
  '/hints': IconInfoCircle,
  '/today': IconSunrise,
  '/sailings': IconSailboat,
  '/reports': IconChartBar,
  '/carriers': IconFlag2,
  '/document-requirements': IconChecklist,
  '/runs': IconListDetails,
  '/mail-log': IconClipboardList,
  '/staff': IconUserShield,
  '/audit': IconHistory,
  '/company': IconBuilding,
  '/attention-rules': IconSettingsBolt,
  '/integrations': IconKey,
  '/setup': IconListCheck,
}

export function MenuIcon({ to }: { to: MenuPath }) {
  const Icon = ICONS[to]
  return <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
}
