import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ACCESS_DENIED } from '#contract/accounts/session.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { useIsAdmin } from './session.ts'

interface AdminsOnlyProps {
  /** The title of the screen. */
  title: string
  children: ReactNode
}

/** A screen for administrators. Others, who came by its address, read who can open it. */
export function AdminsOnly({ title, children }: AdminsOnlyProps) {
  if (useIsAdmin()) return children
  return (
    <Page>
      <PageTitle title={title} />
      <EmptyState icon={IconLock} title={ACCESS_DENIED}>
        Only administrators can open this page.
      </EmptyState>
    </Page>
  )
}
