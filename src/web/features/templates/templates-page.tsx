import { getRouteApi } from '@tanstack/react-router'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { useListState } from '#web/lib/list/list-state.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTabs } from '#web/ui/page/page-tabs.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { BlocksTab } from './blocks-tab.tsx'
import { MailsTab } from './mails-tab.tsx'
import { VariablesTab } from './variables-tab.tsx'

const route = getRouteApi('/staff/templates')
const SEARCHED = { mails: 'Search mails', blocks: 'Search html-blocks', variables: 'Search variables' }

const TABS = [
  { value: 'mails', label: 'Mails', content: <MailsTab /> },
  { value: 'blocks', label: 'Html-blocks', content: <BlocksTab /> },
  { value: 'variables', label: 'Variables', content: <VariablesTab /> },
] as const

export function TemplatesPage() {
  const { tab = 'mails' } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, searchFor } = useListState()
  // The other tab is another list: page, sort and search belong to this one.
  const open = (next: typeof tab) => void navigate({ search: { tab: next === 'mails' ? undefined : next } })
  usePageActions(
    TABS.filter(({ value }) => value !== tab).map(({ value, label }) => ({
      label: `Show ${label.toLowerCase()}`,
      run: () => open(value),
    })),
  )
  return (
    <Page fill>
      <PageTitle title="Templates">
        <TextSearch key={tab} label={SEARCHED[tab]} value={state.search} onChange={searchFor} />
        {tab === 'mails' && <ButtonLink to="/create-mail">Create mail</ButtonLink>}
        {tab === 'blocks' && <ButtonLink to="/create-html-block">Create html-block</ButtonLink>}
      </PageTitle>
      <PageTabs label="Templates" value={tab} tabs={TABS} onChange={open} />
    </Page>
  )
}
