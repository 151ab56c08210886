import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

export function CsrPage() {
  return (
    <Page>
      <PageTitle title="Csr" />
    </Page>
  )
}
