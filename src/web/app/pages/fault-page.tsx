import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

/** Where a screen could not be loaded or broke while it was drawn. */
export function FaultPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  const old = /dynamically imported module|module script|Failed to fetch/i.test(String(error))
  const message =
    error instanceof ApiError
      ? messageOf(error)
      : old
        ? 'A newer version is there. Please reload the page.'
        : 'This screen could not be shown.'
  return (
    <Page narrow>
      <PageTitle title="Something went wrong" />
      <Fault
        message={message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={old ? reload : retry}
      />
    </Page>
  )
}

const reload = () => window.location.reload()
