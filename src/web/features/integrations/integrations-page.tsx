import { getRouteApi } from '@tanstack/react-router'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTabs } from '#web/ui/page/page-tabs.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ExamplesTab } from './examples-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

const route = getRouteApi('/staff/integrations')

const TABS = [
  { value: 'keys', label: 'API keys', content: <KeysTab /> },
  { value: 'webhooks', label: 'Webhooks', content: <WebhooksTab /> },
  { value: 'examples', label: 'Examples', content: <ExamplesTab /> },
] as const

/** The integrations with other programs: keys, webhooks and examples. */
export const IntegrationsPage = () => (
  <AdminsOnly title="Integrations">
    <Integrations />
  </AdminsOnly>
)

function Integrations() {
  // Each tab has a list of its own. The address may have any text.
  const { tab: asked } = route.useSearch()
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'keys'
  const navigate = route.useNavigate()
  // The other tab is another list: page, sort and search belong to this one.
  const open = (next: (typeof TABS)[number]['value']) =>
    void navigate({ search: { tab: next === 'keys' ? undefined : next } })
  return (
    <Page fill>
      <PageTitle title="Integrations" />
      <PageTabs label="Integrations" value={tab} tabs={TABS} onChange={open} />
    </Page>
  )
}
