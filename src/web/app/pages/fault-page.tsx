import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { otherBuild, reloadOnce, reloadPage } from '#web/lib/api/build.ts'
import { connection, noAnswerMessage, OFFLINE } from '#web/lib/api/connection.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { isMissingPart, PART_MISSING } from '#web/ui/parts/part-boundary.tsx'

/** The page for a screen that fails to load or to render. */
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
  // A new version has replaced the screen's file: a reload gets the newer one.
  useEffect(() => {
    if (missing && other === 'newer') reloadOnce()
  }, [missing, other])
  const state = useStore(connection)
  const lost = missing && messageOfPart(error).startsWith(OFFLINE)
  const wasDown = useRef(state !== 'up')
  // The screen loads by itself once the connection is back. A part that failed to load needs a reload.
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (state !== 'up') wasDown.current = true
    else if (lost) reloadPage()
    else if (wasDown.current && !missing) retryNow()
  }, [state, lost, missing])
  const message = lost
    ? noAnswerMessage()
    : error instanceof ApiError
      ? messageOf(error)
      : missing
        ? PART_MISSING
        : 'This screen could not be shown.'
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

const messageOfPart = (error: unknown) => (error instanceof Error ? error.message : '')
