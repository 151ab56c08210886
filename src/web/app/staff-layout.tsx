import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isStaff } from '#contract/accounts/session.ts'
import { Shell } from '#web/app/shell/shell.tsx'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { endSession } from '#web/lib/api/expiry.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Page } from '#web/ui/page/page.tsx'

/** Wraps every screen of staff: the shell shows at once, the screen when user and settings are loaded. */
export function StaffLayout() {
  const session = useQuery(sessionQuery)
  const settings = useQuery(settingsQuery)
  const refused = session.data !== undefined && !isStaff(session.data.role)
  useEffect(() => {
    if (refused) endSession()
  }, [refused])
  const failed = [session, settings].find((query) => query.isError && query.data === undefined)
  return (
    <Shell>
      {session.data && settings.data && !refused ? (
        <Outlet />
      ) : (
        failed && <LoadFault error={failed.error} retry={() => void failed.refetch()} />
      )}
    </Shell>
  )
}

function LoadFault({ error, retry }: { error: unknown; retry: () => void }) {
  // A refused token already leads to the login.
  if (error instanceof ApiError && error.code === 401) return null
  return (
    <Page narrow>
      <Fault
        message={messageOf(error)}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={retry}
      />
    </Page>
  )
}
