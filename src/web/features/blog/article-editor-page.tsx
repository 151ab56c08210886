import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { ArticleType, articleType } from '#contract/blog/articles.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { useOpened } from '#web/model/search/search-calls.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { articleQuery } from './article-queries.ts'

/** The section of the tab that the editor was opened from. */
function useSection() {
  const state = useLocation({ select: (location) => location.state })
  return articleType.safeParse('articleType' in state ? state.articleType : undefined).data ?? ArticleType.NEWS
}

export function CreateArticlePage() {
  const type = useSection()
  return (
    <Page>
      <PageTitle title="Create article" />
      <ArticleEditor article={null} type={type} />
    </Page>
  )
}

export function EditArticlePage() {
  const id = Number(useParams({ from: '/staff/edit-article/$articleId' }).articleId)
  const type = useSection()
  useOpened('articles', id)
  const query = useQuery({ ...articleQuery(id), refetchOnWindowFocus: false, refetchOnMount: 'always', gcTime: 0 })
  useLeaveFailed(query.data ? null : query.error, '/blog')
  return (
    <Page>
      <PageTitle title="Edit article" documentTitle={query.data?.title ?? 'Edit article'} aside={query.data?.title} />
      {query.data ? <ArticleEditor key={id} article={query.data} type={type} /> : <Skeleton h={900} />}
    </Page>
  )
}
