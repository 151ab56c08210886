import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useListState } from '#web/lib/list/list-state.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { ArticlesTab } from './articles-tab.tsx'
import classes from './blog.module.css'
import { MainViewTab } from './main-view-tab.tsx'

const route = getRouteApi('/staff/blog')

export function BlogPage() {
  const { tab = 'news' } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, searchFor } = useListState()
  const open = (value: string | null) => {
    const next = value === 'resources' || value === 'main' ? value : undefined
    // Another list: page, sort and search belong to this one.
    void navigate({ search: { tab: next } })
  }
  return (
    <Page fill={tab !== 'main'}>
      <PageTitle title="Blog">
        {tab !== 'main' && (
          <>
            <TextSearch
              key={tab}
              label="Search articles"
              placeholder="Title"
              value={state.search}
              onChange={searchFor}
            />
            <ButtonLink to="/create-article" state={(before) => ({ ...before, articleType: tab })}>
              Create article
            </ButtonLink>
          </>
        )}
      </PageTitle>
      <Tabs value={tab} onChange={open} keepMounted={false} className={classes.tabs} activateTabWithKeyboard={false}>
        <Tabs.List aria-label="Blog">
          <Tabs.Tab value="news">News</Tabs.Tab>
          <Tabs.Tab value="resources">Resources</Tabs.Tab>
          <Tabs.Tab value="main">Main view</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="news" className={classes.panel}>
          <ArticlesTab key="news" type="news" />
        </Tabs.Panel>
        <Tabs.Panel value="resources" className={classes.panel}>
          <ArticlesTab key="resources" type="resources" />
        </Tabs.Panel>
        <Tabs.Panel value="main" className={classes.panel}>
          <MainViewTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
