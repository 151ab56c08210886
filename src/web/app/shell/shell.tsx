import { ActionIcon } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { VERSION_LABEL } from '#contract/system/settings.ts'
import { NewVersion } from '#web/app/new-version.tsx'
import { openByKey } from '#web/lib/browser/box.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { OfflineNotice } from '#web/ui/feedback/offline-notice.tsx'
import { Logo } from '#web/ui/page/logo.tsx'
import { idlePart, lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { BackLink } from './back-link.tsx'
import { HeaderTools } from './header-tools.tsx'
import { prefetchOnceStill } from './prefetch.ts'
import { ProfileButton } from './profile-button.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { useMenuState } from './use-menu-state.ts'

const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

const RunStrip = idlePart(() => import('#web/features/runs/run-strip.tsx').then((part) => part.RunStrip))

/** Focuses the search field of the list on screen and selects its text. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[data-search]')
  field?.focus()
  field?.select()
}

const NARROW = '(max-width: 760px)'

/** Header and side menu around a screen; on a phone the menu is a drawer. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches, { getInitialValueInEffect: false })
  const menu = useMenuState()
  const [drawer, { open, close }] = useDisclosure(false)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the address changes
  useEffect(close, [pathname])
  useEffect(prefetchOnceStill, [])
  useEffect(openByKey, [])
  useShortcuts({ '/': focusSearch })
  return (
    <div className={classes.shell} data-collapsed={menu.collapsed || undefined}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        {narrow ? (
          <ActionIcon size={32} aria-label="Open menu" aria-haspopup="dialog" onClick={open}>
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
        ) : (
          <CollapseButton collapsed={menu.collapsed} onClick={menu.toggle} />
        )}
        <Link to="/" className={classes.brand} aria-label="Quayside">
          <Logo />
          <span className={classes.name}>Quayside</span>
        </Link>
        <span className={classes.version} title="Version">
          {VERSION_LABEL}
        </span>
        <BackLink pathname={pathname} />
        <div className={classes.space} />
        <div className={classes.connection}>
          <OfflineNotice />
        </div>
        <NewVersion />
        <div className={classes.tools}>
          <HeaderTools />
        </div>
        <ProfileButton />
      </header>
      {narrow ? (
        <OnDemand opened={drawer}>
          <MenuDrawer opened={drawer} onClose={close} />
        </OnDemand>
      ) : (
        <aside className={classes.side}>
          <SideMenu collapsed={menu.collapsed} onExpand={menu.toggle} />
        </aside>
      )}
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        <RunStrip />
      </Suspense>
    </div>
  )
}

function CollapseButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = collapsed ? 'Expand menu' : 'Collapse menu'
  return (
    <ActionIcon size={32} aria-label={label} title={label} aria-expanded={!collapsed} onClick={onClick}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}
