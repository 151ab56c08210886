import { Button } from '@mantine/core'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatWeekday } from '#contract/lib/format.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import classes from '#web/features/carrier-events/shared/carrier-events.module.css'
import { decide, eventsOfSailing } from '#web/features/carrier-events/shared/carrier-events.ts'
import { EventList } from '#web/features/carrier-events/shared/event-list.tsx'
import { FIELD_NAMES } from '#web/features/carrier-events/shared/event-words.ts'
import { ChangeDatesOf } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

const days = datesIn('UTC')
const dayWords = (day: string) => `${formatWeekday(day, 'UTC')} ${days.date(day)}`

type Said = Sailing['carrierSays'][number]

/** 'Carrier says ETA Tue Mar 17, we say Thu Mar 12 (5 days later).' */
function saidWords({ field, at, ours, days: by }: Said): string {
  const says = `Carrier says ${FIELD_NAMES[field]} ${dayWords(at)}`
  if (ours === null) return `${says}, we have none.`
  const far =
    by === null ? '' : ` (${Math.abs(by)} ${Math.abs(by) === 1 ? 'day' : 'days'} ${by > 0 ? 'later' : 'earlier'})`
  return `${says}, we say ${dayWords(ours)}${far}.`
}

/** What the carrier says otherwise, with what takes its word, and all its events in a drawer. */
export function CarrierSays({ sailing }: { sailing: Sailing }) {
  const [changing, setChanging] = useState<Said | null>(null)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(eventsOfSailing(sailing.id))
  const { carrierSays } = sailing
  if (carrierSays.length === 0 && !data?.totalCount) return null
  return (
    <div className={classes.says}>
      {carrierSays.length > 0 && (
        <Notice>
          {carrierSays.map((said) => (
            <SaidLine
              key={said.field}
              said={said}
              onChange={() => setChanging(said)}
              onApplied={() => button.current?.focus()}
            />
          ))}
        </Notice>
      )}
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        leftSection={<IconBroadcast size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Carrier events{data ? ` (${data.totalCount})` : ''}
      </Button>
      {changing && (
        <ChangeDatesOf
          sailing={sailing}
          suggested={{ [changing.field]: changing.at }}
          onClose={() => setChanging(null)}
        />
      )}
      <SideDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Carrier events of ${sailing.reference}`}
        width={640}
        returnTo={() => button.current}
      >
        <EventsOfSailing sailingId={sailing.id} />
      </SideDrawer>
    </div>
  )
}

interface SaidLineProps {
  said: Said
  onChange: () => void
  /** Called once the carrier's word is ours, and the line gone. */
  onApplied: () => void
}

function SaidLine({ said, onChange, onApplied }: SaidLineProps) {
  const { busy, run } = useAttempt()
  const apply = async () => {
    await decide(said.eventId, { verb: 'apply' })
    onApplied()
  }
  const isPlan = said.field === 'etd' || said.field === 'portEta'
  return (
    <div className={classes.line}>
      <span>{saidWords(said)}</span>
      {isPlan ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={onChange}
          aria-label={`Change dates to the ${FIELD_NAMES[said.field]} of the carrier`}
        >
          Change dates
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          aria-label={`Apply the ${FIELD_NAMES[said.field]} of the carrier`}
          onClick={() => void run(apply)}
        >
          Apply
        </Button>
      )}
    </div>
  )
}

function EventsOfSailing({ sailingId }: { sailingId: number }) {
  const { data, error, refetch, isFetching } = useQuery(eventsOfSailing(sailingId))
  const fault = data ? null : faultOf(error)
  if (fault) return <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <LoadingBlock height={200} />
  return (
    <EventList
      events={data.items}
      empty={
        <EmptyState icon={IconBroadcast} title="No events yet">
          What the carrier says about this sailing appears here.
        </EmptyState>
      }
    />
  )
}
