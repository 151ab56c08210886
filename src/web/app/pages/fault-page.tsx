import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { otherBuild, reloadOnce, reloadPage } from '#web/lib/api/build.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { isMissingPart, PART_MISSING } from '#web/ui/feedback/part-boundary.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'

/** Where a screen could not be loaded or broke while it was drawn. */
export function FaultPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  const missing = isMissingPart(error)
  const other = useStore(otherBuild)
  // A screen that went with its version: the newer one has it.
  useEffect(() => {
    if (missing && other === 'newer') reloadOnce()
  }, [missing, other])
  const message =
    error instanceof ApiError ? messageOf(error) : missing ? PART_MISSING : 'This screen could not be shown.'
  return (
    <Page narrow>
      <PageTitle title="Something went wrong" />
      <Fault
        message={message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={missing ? reloadPage : retry}
      />
    </Page>
  )
}
