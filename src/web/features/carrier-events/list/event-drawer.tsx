import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CarrierEventWhole, SAID_TIMES } from '#contract/carrier-events/carrier-event-rows.ts'
import classes from '#web/features/carrier-events/shared/carrier-events.module.css'
import { eventQuery } from '#web/features/carrier-events/shared/carrier-events.ts'
import { EventButtons, EventFacts, useDecision } from '#web/features/carrier-events/shared/event-list.tsx'
import { eventWords } from '#web/features/carrier-events/shared/event-words.ts'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { TextLink } from '#web/ui/page/link.tsx'

const days = datesIn('UTC')

/** An event with what came; of an unmatched one the sailings that it is most likely about. */
export function EventDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return (
    <SideDrawer
      opened={id !== null}
      onClose={onClose}
      title="Carrier event"
      width={640}
      returnTo={() =>
        document.querySelector<HTMLElement>(`main a[href*="event=${shown}"]`) ?? document.querySelector('main')
      }
    >
      {shown !== null && <Event key={shown} id={shown} />}
    </SideDrawer>
  )
}

function Event({ id }: { id: number }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(id))
  const fault = event ? null : faultOf(error)
  if (fault) return <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />
  if (!event) return <LoadingBlock height={300} />
  return (
    <div data-event tabIndex={-1}>
      <EventFacts event={event} />
      {event.sailing && (
        <p>
          <TextLink to="/sailings/$sailingId" params={{ sailingId: String(event.sailing.id) }}>
            {`Sailing ${event.sailing.reference}`}
          </TextLink>
        </p>
      )}
      <EventButtons event={event} />
      {event.state === 'unmatched' && <Nearest event={event} />}
      <h3 className={classes.heading}>As it came</h3>
      <pre className={classes.raw}>
        {typeof event.raw === 'string' ? event.raw : JSON.stringify(event.raw, null, 2)}
      </pre>
    </div>
  )
}

/** The sailings that an event is most likely about: one press says which. */
function Nearest({ event }: { event: CarrierEventWhole }) {
  return (
    <>
      <h3 className={classes.heading}>Which sailing is it about?</h3>
      {event.nearest.length === 0 && <p className={classes.dim}>No sailing of ours is within 60 days of it.</p>}
      <ul className={classes.list} aria-label="Nearest sailings">
        {event.nearest.map(({ id, reference, vessel, voyage, etd, portEta }) => (
          <li key={id} className={classes.event}>
            <div className={classes.line}>
              <strong>{reference}</strong>
              <span>
                {vessel} {voyage}
              </span>
              <span className={classes.dim}>
                {etd && `ETD ${days.date(etd)}`} {portEta && `ETA ${days.date(portEta)}`}
              </span>
              <Choice event={event} sailing={{ id, reference }} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Chooses a sailing; its container too, where the event is about one that the sailing does not have by that number. */
function Choice({ event, sailing }: { event: CarrierEventWhole; sailing: { id: number; reference: string } }) {
  const { busy, make } = useDecision(event.id)
  const isAboutContainer = SAID_TIMES.some((field) => field === event.field)
  const { data, isLoading } = useQuery({ ...sailingQuery(sailing.id), enabled: isAboutContainer })
  const containers = isAboutContainer ? (data?.containers ?? []) : []
  const isClear =
    event.container === null ? containers.length < 2 : containers.some(({ number }) => number === event.container)
  const button = (text: string, containerId: number | null) => (
    <Button
      key={containerId}
      size="compact-sm"
      variant="default"
      loading={busy || isLoading}
      aria-label={`${text}, ${sailing.reference}: ${eventWords(event)}`}
      onClick={make({ verb: 'match', sailingId: sailing.id, containerId })}
    >
      {text}
    </Button>
  )
  return (
    <span className={classes.choose}>
      {isClear || containers.length === 0 ? (
        button('This one', null)
      ) : (
        <>
          <span className={classes.dim}>Its container:</span>
          {containers.map(({ id, number, sizeType }) => button(number || sizeType, id))}
        </>
      )}
    </span>
  )
}
