import { NativeSelect } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import classes from './set-event.module.css'
import { useDeletedChoice } from './use-deleted-choice.ts'
import type { useSetEvent } from './use-set-event.ts'

interface EventFieldsProps {
  head: Order
  events: readonly EventRecord[]
  next: EventRecord | undefined
  timeZone: string
  fields: ReturnType<typeof useSetEvent>['fields']
}

/** The current event, the next one, and when it happened. */
export function EventFields({ head, events, next, timeZone, fields }: EventFieldsProps) {
  const { eventId, day, time } = fields.values
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
      <div className={classes.when}>
        <DayField
          label="Date"
          value={day}
          onChange={(typed) => fields.setFieldValue('day', typed)}
          error={fields.errors.day}
          read={readDay}
          show={showDay}
        />
        <TimeField
          label={`Time (${timeZone})`}
          value={time}
          onChange={(typed) => fields.setFieldValue('time', typed)}
          error={fields.errors.time}
          read={readTime}
        />
      </div>
    </>
  )
}
