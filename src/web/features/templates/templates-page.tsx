import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useListState } from '#web/lib/list/list-state.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { BlocksTab } from './blocks-tab.tsx'
import { MailsTab } from './mails-tab.tsx'
import classes from './templates.module.css'
import { VariablesTab } from './variables-tab.tsx'

const route = getRouteApi('/staff/templates')
const SEARCHED = { mails: 'Search mails', blocks: 'Search html-blocks', variables: 'Search variables' }

export function TemplatesPage() {
  const { tab = 'mails' } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, searchFor } = useListState()
  const open = (value: string | null) => {
    const next = value === 'blocks' || value === 'variables' ? value : undefined
    // Another list: page, sort and search belong to this one.
    void navigate({ search: { tab: next } })
  }
  return (
    <Page fill>
      <PageTitle title="Templates">
        <TextSearch key={tab} label={SEARCHED[tab]} value={state.search} onChange={searchFor} />
        {tab === 'mails' && <ButtonLink to="/create-mail">Create mail</ButtonLink>}
        {tab === 'blocks' && <ButtonLink to="/create-html-block">Create html-block</ButtonLink>}
      </PageTitle>
      <Tabs value={tab} onChange={open} keepMounted={false} className={classes.tabs} activateTabWithKeyboard={false}>
        <Tabs.List aria-label="Templates">
          <Tabs.Tab value="mails">Mails</Tabs.Tab>
          <Tabs.Tab value="blocks">Html-blocks</Tabs.Tab>
          <Tabs.Tab value="variables">Variables</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mails" className={classes.panel}>
          <MailsTab />
        </Tabs.Panel>
        <Tabs.Panel value="blocks" className={classes.panel}>
          <BlocksTab />
        </Tabs.Panel>
        <Tabs.Panel value="variables" className={classes.panel}>
          <VariablesTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
