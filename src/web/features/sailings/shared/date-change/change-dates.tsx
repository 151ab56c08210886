import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { recordOf } from '#contract/lib/record-of.ts'
import { PLANNED_DATES, type PlannedDate } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'

const load = () => import('./date-change-drawer.tsx').then((loaded) => loaded.DateChangeDrawer)
const DateChangeDrawer = lazyPart(load)

const datesOf = (sailing: Sailing) => ({
  path: `sailing/${sailing.id}`,
  name: sailing.reference,
  // Departure and arrival come first, because they change most.
  dates: recordOf([...PLANNED_DATES].reverse(), (date) => sailing[date]),
})

interface ChangeDatesOfProps {
  sailing: Sailing
  /** Dates that are filled in at first: those of the carrier. */
  suggested?: Partial<Record<PlannedDate, string | null>> | undefined
  onClose: () => void
}

/** The dialog that changes the dates of a sailing, opened from elsewhere. */
export const ChangeDatesOf = ({ sailing, suggested = {}, onClose }: ChangeDatesOfProps) => (
  <OnDemand opened>
    <DateChangeDrawer
      opened
      onClose={onClose}
      of={{ ...datesOf(sailing), suggested }}
      returnTo={() => document.querySelector('main')}
    />
  </OnDemand>
)

/** The button that changes the dates of a sailing; absent once it has arrived or was cancelled. */
export function ChangeDates({ sailing }: { sailing: Sailing }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const over = sailing.status === 'arrived' || sailing.status === 'cancelled'
  usePageActions(over ? [] : [{ label: 'Change dates', name: `dates ${sailing.id}`, run: () => setOpened(true) }])
  if (over) return null
  return (
    <>
      <Button
        ref={button}
        leftSection={<IconCalendarTime size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        onMouseEnter={loadAhead(load)}
        onFocus={loadAhead(load)}
      >
        Change dates
      </Button>
      <OnDemand opened={opened}>
        <DateChangeDrawer
          opened={opened}
          onClose={() => setOpened(false)}
          of={datesOf(sailing)}
          returnTo={() => button.current}
        />
      </OnDemand>
    </>
  )
}

/** The dialog that changes the dates of a voyage, opened from its row. */
export function ChangeVoyageDates({
  vessel,
  onClose,
}: {
  vessel: { id: number; name: string } | null
  onClose: () => void
}) {
  const [shown, setShown] = useState(vessel)
  if (vessel && vessel !== shown) setShown(vessel)
  return (
    <OnDemand opened={vessel !== null}>
      {shown && (
        <DateChangeDrawer
          opened={vessel !== null}
          onClose={onClose}
          of={{ vesselId: shown.id, name: shown.name }}
          returnTo={() => document.querySelector('main')}
        />
      )}
    </OnDemand>
  )
}
