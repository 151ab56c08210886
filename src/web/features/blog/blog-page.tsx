import { getRouteApi } from '@tanstack/react-router'
import { ARTICLE_TYPE_LABELS, ArticleType } from '#contract/blog/articles.ts'
import { useListState } from '#web/lib/list/list-state.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTabs } from '#web/ui/page/page-tabs.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { ArticlesTab } from './articles-tab.tsx'
import { MainViewTab } from './main-view-tab.tsx'

const route = getRouteApi('/staff/blog')

const TABS = [
  {
    value: ArticleType.NEWS,
    label: ARTICLE_TYPE_LABELS[ArticleType.NEWS],
    content: <ArticlesTab key={ArticleType.NEWS} type={ArticleType.NEWS} />,
  },
  {
    value: ArticleType.RESOURCES,
    label: ARTICLE_TYPE_LABELS[ArticleType.RESOURCES],
    content: <ArticlesTab key={ArticleType.RESOURCES} type={ArticleType.RESOURCES} />,
  },
  { value: 'main', label: 'Main view', content: <MainViewTab /> },
] as const

export function BlogPage() {
  const { tab = ArticleType.NEWS } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, searchFor } = useListState()
  // The other tab is another list: page, sort and search belong to this one.
  const open = (next: typeof tab) => void navigate({ search: { tab: next === ArticleType.NEWS ? undefined : next } })
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
      <PageTabs label="Blog" value={tab} tabs={TABS} onChange={open} />
    </Page>
  )
}
