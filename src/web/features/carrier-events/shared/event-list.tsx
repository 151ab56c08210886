import { Button } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import type { CarrierEventRow } from '#contract/carrier-events/carrier-event-rows.ts'
import { SAID_DATES } from '#contract/carrier-events/carrier-says.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './carrier-events.module.css'
import { decide } from './carrier-events.ts'
import { eventWords, FIELD_NAMES, mayApply, stateLook } from './event-words.ts'

const days = datesIn('UTC')

/** What our field says, beside what the carrier does. */
function Ours({ event: { field, ours } }: { event: CarrierEventRow }) {
  const { dateTime } = useDates()
  if (field === null || ours === null) return null
  const isDay = SAID_DATES.some((each) => each === field)
  return (
    <span>
      {FIELD_NAMES[field]} with us: {isDay ? days.date(ours) : dateTime(ours)}
    </span>
  )
}

const placeOf = ({ placeName, placeCode }: CarrierEventRow) => [placeName, placeCode].filter(Boolean).join(', ')

/** The facts of an event in one or two lines. */
export function EventFacts({ event }: { event: CarrierEventRow }) {
  const { dateTime } = useDates()
  const facts = [
    placeOf(event),
    event.container ?? '',
    [event.vessel, event.voyage].filter(Boolean).join(' '),
    event.masterBill && `Bill ${event.masterBill}`,
    event.booking && `Booking ${event.booking}`,
  ]
  return (
    <>
      <div className={classes.head}>
        <strong>{eventWords(event)}</strong>
        <span>
          {dateTime(event.at)}
          {event.zoneAssumed && ', time of the place'}
        </span>
        <StatusBadge {...stateLook(event.state)} />
      </div>
      <div className={classes.dim}>{facts.filter(Boolean).join(' · ')}</div>
      <div className={classes.dim}>
        {event.reason && <span>{event.reason}. </span>}
        <Ours event={event} />
      </div>
      <div className={classes.dim}>
        {event.feed.name}, said {dateTime(event.statedAt)}
      </div>
    </>
  )
}

/** Decides about an event from a button inside its element, which takes the focus: the button may be gone then. */
export function useDecision(id: number) {
  const { busy, run } = useAttempt()
  const make =
    (chosen: Parameters<typeof decide>[1]) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      const shown = currentTarget.closest<HTMLElement>('[data-event]')
      void run(async () => {
        await decide(id, chosen)
        shown?.focus()
      })
    }
  return { busy, make }
}

/** What a person may decide about a proposed event. */
export function EventButtons({ event }: { event: CarrierEventRow }) {
  const { busy, make } = useDecision(event.id)
  const { state } = event
  if (state !== 'proposed' && state !== 'unmatched') return null
  const name = `${eventWords(event)}, ${event.container ?? event.feed.name}`
  return (
    <div className={classes.buttons}>
      {mayApply(event) && (
        <Button size="compact-sm" loading={busy} aria-label={`Apply ${name}`} onClick={make({ verb: 'apply' })}>
          Apply
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={`Ignore ${name}`}
        onClick={make({ verb: 'ignore', reason: '' })}
      >
        Ignore
      </Button>
    </div>
  )
}

/** Events one below the other, with what may be decided. */
export const EventList = ({ events, empty }: { events: readonly CarrierEventRow[]; empty: ReactNode }) =>
  events.length === 0 ? (
    empty
  ) : (
    <ul aria-label="Carrier events" className={classes.list}>
      {events.map((event) => (
        <li key={event.id} className={classes.event} data-event tabIndex={-1}>
          <EventFacts event={event} />
          <EventButtons event={event} />
        </li>
      ))}
    </ul>
  )
