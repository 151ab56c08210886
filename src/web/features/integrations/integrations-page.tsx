import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTabs } from '#web/ui/page/page-tabs.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ExamplesTab } from './examples-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

const route = getRouteApi('/staff/integrations')

type Tab = 'keys' | 'webhooks' | 'mailboxes' | 'feeds' | 'examples'

interface IntegrationsProps {
  /** The content of the tab of mailboxes. */
  mailboxes: ReactNode
  /** The content of the tab of feeds. */
  feeds: ReactNode
}

/** The integrations with other programs: keys, webhooks, mailboxes, feeds of carriers and examples. */
export const IntegrationsPage = (props: IntegrationsProps) => (
  <AdminsOnly title="Integrations">
    <Integrations {...props} />
  </AdminsOnly>
)

function Integrations({ mailboxes, feeds }: IntegrationsProps) {
  const tabs: { value: Tab; label: string; content: ReactNode }[] = [
    { value: 'keys', label: 'API keys', content: <KeysTab /> },
    { value: 'webhooks', label: 'Webhooks', content: <WebhooksTab /> },
    { value: 'mailboxes', label: 'Mailboxes', content: mailboxes },
    { value: 'feeds', label: 'Feeds', content: feeds },
    { value: 'examples', label: 'Examples', content: <ExamplesTab /> },
  ]
  // Each tab has a list of its own. The address may have any text.
  const { tab: asked } = route.useSearch()
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'keys'
  const navigate = route.useNavigate()
  // The other tab is another list: page, sort and search belong to this one.
  const open = (next: Tab) => void navigate({ search: { tab: next === 'keys' ? undefined : next } })
  return (
    <Page fill>
      <PageTitle title="Integrations" />
      <PageTabs label="Integrations" value={tab} tabs={tabs} onChange={open} />
    </Page>
  )
}
