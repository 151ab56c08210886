import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TemplateKind } from '#contract/templates/templates.ts'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { useOpened } from '#web/model/search/search-calls.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { blockQuery } from './shared/templates.ts'
import { TemplateEditor } from './template-editor.tsx'
import { UsedBy } from './used-by.tsx'

export function CreateBlockPage() {
  return (
    <Page>
      <PageTitle title="Create html-block" />
      <TemplateEditor kind={TemplateKind.BLOCK} record={null} />
    </Page>
  )
}

/** The editor of a block; `tools` appear beside the title. */
export function EditBlockPage({ tools }: { tools: (id: number) => ReactNode }) {
  const id = Number(useParams({ from: '/staff/edit-html-block/$blockId' }).blockId)
  useOpened('blocks', id)
  const query = useQuery({ ...blockQuery(id), refetchOnWindowFocus: false, refetchOnMount: 'always', gcTime: 0 })
  const block = query.data
  useLeaveFailed(query.data ? null : query.error, '/templates')
  const tag = `{{ blocks.${block?.identifier} }}`
  return (
    <Page>
      <PageTitle
        title="Edit html-block"
        documentTitle={block?.title ?? 'Edit html-block'}
        aside={
          block && (
            <>
              <CopyOnClick value={tag} what="tag">
                <code>{tag}</code>
              </CopyOnClick>
              {tools(id)}
            </>
          )
        }
      />
      {block ? (
        <>
          <Section title="Used by" aside={block.templates.length} open={false}>
            <UsedBy templates={block.templates} />
          </Section>
          <TemplateEditor key={id} kind={TemplateKind.BLOCK} record={block} />
        </>
      ) : (
        <Skeleton h={800} />
      )}
    </Page>
  )
}
