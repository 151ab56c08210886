import { useBlocker, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { hasUnsaved, INPUT_LOST, keepDrafts, leaveQuestion, wouldLose } from '#web/lib/browser/unsaved.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/dialog/confirm.tsx')).Confirm)

/** Asks before unsaved input is lost: on a link, the browser's Back, closing the tab or logging out. */
export function LeaveGuard() {
  const asked = useStore(leaveQuestion)
  const router = useRouter()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // The mask: for a masked address, the router passes the search params of the mask.
      const { maskedLocation, searchStr } = router.state.location
      const here = maskedLocation ? { ...current, search: router.options.parseSearch(searchStr) } : current
      return wouldLose(here, next)
    },
    enableBeforeUnload: () => {
      keepDrafts()
      return hasUnsaved()
    },
    withResolver: true,
  })
  const opened = asked !== null || blocker.status === 'blocked'
  const kept = useMemo(() => opened && keepDrafts(), [opened])
  const leave = () => (asked ? asked('leave') : blocker.proceed?.())
  const stay = () => (asked ? asked('stay') : blocker.reset?.())
  return (
    <OnDemand opened={opened}>
      <Confirm
        opened={opened}
        title="Unsaved changes"
        confirm="leave"
        cancel="stay here"
        danger
        onConfirm={leave}
        onCancel={stay}
      >
        {kept
          ? 'You have unsaved changes. A draft stays in this browser, ready for you when you come back.'
          : INPUT_LOST}
      </Confirm>
    </OnDemand>
  )
}
