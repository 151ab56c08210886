import { IconTools } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

/** Stands for a screen whose turn has not come. */
export function LaterPage({ title }: { title: string }) {
  return (
    <Page>
      <PageTitle title={title} />
      <EmptyState
        icon={IconTools}
        title={`${title} is not part of this version yet`}
        action={
          <ButtonLink to="/orders" variant="default">
            Go to Orders
          </ButtonLink>
        }
      >
        This screen is planned and will come with a later version. Its records are kept already.
      </EmptyState>
    </Page>
  )
}
