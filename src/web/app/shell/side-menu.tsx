import { UnstyledButton } from '@mantine/core'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { OPTION_ENTRIES, OPTIONS_ICON, shownEntries } from '#web/app/menu.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { idlePart } from '#web/ui/parts/lazy-part.tsx'
import classes from './side-menu.module.css'

type Entries = ReturnType<typeof shownEntries>
type Entry = Entries['main' | 'options' | 'own'][number]

const WaitingCount = idlePart(() =>
  import('#web/features/attention/shared/waiting-count.tsx').then((part) => part.WaitingCount),
)

const MenuIcon = ({ icon: Icon }: { icon: Icon }) => (
  <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
)

interface SideMenuProps {
  /** True to show icons only. */
  collapsed: boolean
  onExpand: () => void
}

export function SideMenu({ collapsed, onExpand }: SideMenuProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const inOptions = OPTION_ENTRIES.some(({ to }) => isWithin(pathname, to))
  const admin = useIsAdmin()
  const setup = useSettings()?.setupOpen
  const { main, options, own } = shownEntries({ admin, setup })
  const [opened, setOpened] = useState(inOptions)
  const toggle = () => {
    if (collapsed) onExpand()
    setOpened(collapsed || !opened)
  }
  const entry = (each: Entry) => (
    <MenuEntry key={each.to} entry={each} collapsed={collapsed} current={isWithin(pathname, each.to)} />
  )
  return (
    <nav className={classes.menu} aria-label="Main menu" data-collapsed={collapsed || undefined}>
      {main.map(entry)}
      <UnstyledButton
        className={classes.entry}
        aria-expanded={opened && !collapsed}
        aria-label={collapsed ? 'Options' : undefined}
        title={collapsed ? 'Options' : undefined}
        data-within={(inOptions && (collapsed || !opened)) || undefined}
        onClick={toggle}
      >
        <MenuIcon icon={OPTIONS_ICON} />
        {!collapsed && <span className={classes.label}>Options</span>}
        {!collapsed && <IconChevronRight size={15} aria-hidden className={classes.chevron} />}
      </UnstyledButton>
      {opened && !collapsed && <div className={classes.group}>{options.map(entry)}</div>}
      <div className={classes.line} />
      {own.map(entry)}
    </nav>
  )
}

/** True for a page within an entry: '/' is the orders list, and a record's page belongs to its list. */
function isWithin(pathname: string, to: string): boolean {
  if (to === '/orders' && (pathname === '/' || pathname.startsWith('/set-event/'))) return true
  return pathname === to || pathname.startsWith(`${to}/`)
}

interface MenuEntryProps {
  entry: Entry
  collapsed: boolean
  current: boolean
}

function MenuEntry({ entry, collapsed, current }: MenuEntryProps) {
  return (
    <Link
      to={entry.to}
      className={classes.entry}
      data-current={current || undefined}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? entry.label : undefined}
      title={collapsed ? entry.label : undefined}
    >
      <MenuIcon icon={entry.icon} />
      {!collapsed && <span className={classes.label}>{entry.label}</span>}
      {!collapsed && entry.to === '/today' && (
        <Suspense>
          <WaitingCount />
        </Suspense>
      )}
    </Link>
  )
}
