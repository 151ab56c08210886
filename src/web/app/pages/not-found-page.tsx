import { IconMapQuestion } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

export function NotFoundPage() {
  return (
    <Page>
      <PageTitle title="Not Found" />
      <EmptyState
        icon={IconMapQuestion}
        title="There is no page at this address"
        action={
          <ButtonLink to="/orders" variant="default">
            Go to Orders
          </ButtonLink>
        }
      >
        The link may be out of date or mistyped.
      </EmptyState>
    </Page>
  )
}
