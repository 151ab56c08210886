import { NativeSelect } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { EventForm } from '#web/features/orders/shared/set-event/event-form.ts'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { useDeletedChoice } from '#web/features/orders/shared/set-event/use-deleted-choice.ts'
import { WhenFields } from '#web/features/orders/shared/set-event/when-fields.tsx'
import { EMPTY } from '#web/lib/format/dates.ts'

interface EventFieldsProps {
  head: Order
  events: readonly EventRecord[]
  next: EventRecord | undefined
  timeZone: string
  fields: EventForm
}

/** Fields of the current event, the next one, and its time. */
export function EventFields({ head, events, next, timeZone, fields }: EventFieldsProps) {
  const { eventId } = fields.values
  const deleted = useDeletedChoice(Number(eventId), events)
  return (
    <>
      <div className={classes.events}>
        <div>
          <div className={classes.label}>Current event</div>
          <div className={classes.current}>{head.lastEventName ?? 'No event yet'}</div>
          <div className={classes.dim}>Public status: {head.lastEventPublicStatus || EMPTY}</div>
        </div>
        <div>
          <NativeSelect
            data-autofocus={next?.emailTemplateId ? undefined : true}
            label="Next event"
            data={[
              ...(deleted ? [deleted] : []),
              ...events.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...fields.getInputProps('eventId')}
            value={String(eventId)}
            onChange={(event) => fields.setFieldValue('eventId', Number(event.currentTarget.value))}
          />
          <div className={classes.dim}>Public status: {next?.publicStatus || EMPTY}</div>
        </div>
      </div>
      <WhenFields timeZone={timeZone} fields={fields} />
    </>
  )
}
