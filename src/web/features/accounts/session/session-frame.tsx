import { Title } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { OfflineNotice } from '#web/ui/feedback/offline-notice.tsx'
import { Logo } from '#web/ui/page/logo.tsx'
import classes from './session-frame.module.css'

/** The frame of screens before the login. */
export function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
  useLayoutEffect(() => {
    // The gutter of the scroll bar shows the background of the root.
    const { style } = document.documentElement
    style.setProperty('background', 'var(--qs-sunken)')
    return () => void style.removeProperty('background')
  }, [])
  return (
    <main className={classes.frame}>
      <title>{`${title} · Quayside`}</title>
      <div className={classes.panel}>
        <div className={classes.brand}>
          <Logo size={32} />
          <span>Quayside</span>
        </div>
        <OfflineNotice />
        <Title order={1} size="h1" mb="lg">
          {title}
        </Title>
        {children}
      </div>
    </main>
  )
}
