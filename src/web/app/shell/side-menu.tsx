import { UnstyledButton } from '@mantine/core'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { MENU_GROUPS, shownEntries, WITHIN } from '#web/app/menu.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { WaitingCount } from '#web/features/attention/shared/waiting-count.tsx'
import { useSettings } from '#web/features/system/shared/settings.ts'
import classes from './side-menu.module.css'

type Entries = Omit<ReturnType<typeof shownEntries>, 'beside'>
type Entry = Entries[keyof Entries][number]
type Group = keyof typeof MENU_GROUPS

const MenuIcon = ({ icon: Icon }: { icon: Icon }) => (
  <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
)

interface SideMenuProps {
  /** True to show icons only. */
  collapsed: boolean
  onExpand: () => void
}

/**
 * The entries in their order. One group is open at a time and scrolls within itself, so that what is below it
 * stays in reach.
 */
export function SideMenu({ collapsed, onExpand }: SideMenuProps) {
  const address = useRouterState({ select: (state) => state.location.pathname })
  const pathname = WITHIN[address] ?? address
  const admin = useIsAdmin()
  const setup = useSettings()?.setupOpen
  const entries = shownEntries({ admin, setup })
  const isIn = (group: Group) => entries[group].some(({ to }) => isWithin(pathname, to))
  const [opened, setOpened] = useState(() => (['options', 'administration'] as const).find(isIn))
  const entry = (each: Entry) => (
    <MenuEntry key={each.to} entry={each} collapsed={collapsed} current={isWithin(pathname, each.to)} />
  )
  const group = (name: Group) => {
    const shown = opened === name && !collapsed
    const toggle = () => {
      if (collapsed) onExpand()
      setOpened(shown ? undefined : name)
    }
    return (
      <>
        <GroupButton name={name} collapsed={collapsed} opened={shown} within={isIn(name)} onClick={toggle} />
        {shown && <div className={classes.group}>{entries[name].map(entry)}</div>}
      </>
    )
  }
  return (
    <nav className={classes.menu} aria-label="Main menu" data-collapsed={collapsed || undefined}>
      {entries.main.map(entry)}
      {group('options')}
      <div className={classes.line} />
      {entries.own.map(entry)}
      {group('administration')}
    </nav>
  )
}

interface GroupButtonProps {
  name: Group
  collapsed: boolean
  opened: boolean
  /** True while the page on screen is one of the group's. */
  within: boolean
  onClick: () => void
}

function GroupButton({ name, collapsed, opened, within, onClick }: GroupButtonProps) {
  const { label, icon } = MENU_GROUPS[name]
  return (
    <UnstyledButton
      className={classes.entry}
      aria-expanded={opened}
      aria-label={collapsed ? label : undefined}
      title={collapsed ? label : undefined}
      data-within={(within && !opened) || undefined}
      onClick={onClick}
    >
      <MenuIcon icon={icon} />
      {!collapsed && <span className={classes.label}>{label}</span>}
      {!collapsed && <IconChevronRight size={15} aria-hidden className={classes.chevron} />}
    </UnstyledButton>
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
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The current page's entry comes into view, as a long group scrolls.
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Link
      ref={link}
      to={entry.to}
      className={classes.entry}
      data-current={current || undefined}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? entry.label : undefined}
      title={collapsed ? entry.label : undefined}
    >
      <MenuIcon icon={entry.icon} />
      {!collapsed && <span className={classes.label}>{entry.label}</span>}
      {!collapsed && entry.to === '/today' && <WaitingCount />}
    </Link>
  )
}
