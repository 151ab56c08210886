import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TemplateKind } from '#contract/templates/templates.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { useOpened } from '#web/model/search/search-calls.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { mailQuery } from './shared/templates.ts'
import { TemplateEditor } from './template-editor.tsx'

export function CreateMailPage() {
  return (
    <Page>
      <PageTitle title="Create mail" />
      <TemplateEditor kind={TemplateKind.MAIL} record={null} />
    </Page>
  )
}

/** The editor of a mail; `tools` appear beside the title. */
export function EditMailPage({ tools }: { tools: (id: number) => ReactNode }) {
  const id = Number(useParams({ from: '/staff/edit-mail/$mailId' }).mailId)
  useOpened('templates', id)
  const query = useQuery({ ...mailQuery(id), refetchOnWindowFocus: false, refetchOnMount: 'always', gcTime: 0 })
  useLeaveFailed(query.data ? null : query.error, '/templates')
  return (
    <Page>
      <PageTitle
        title="Edit mail"
        documentTitle={query.data?.title ?? 'Edit mail'}
        aside={
          query.data && (
            <>
              {query.data.title}
              {tools(id)}
            </>
          )
        }
      />
      {query.data ? <TemplateEditor key={id} kind={TemplateKind.MAIL} record={query.data} /> : <Skeleton h={800} />}
    </Page>
  )
}
