import { NativeSelect, Textarea } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { useMailCopies } from '#web/model/mails/mail-copies.ts'
import { MailGoesTo } from '#web/model/mails/mail-goes-to.tsx'
import { useDates } from '#web/model/session/settings.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { filesProblem } from './attached-files.ts'
import classes from './set-event.module.css'
import { TemplateField } from './template-field.tsx'
import { UploadArea } from './upload-area.tsx'
import { useSetEvent } from './use-set-event.ts'

interface SetEventFormProps {
  head: Order
  events: readonly EventRecord[]
  templates: readonly TemplateListItem[]
  categories: readonly { id: number; name: string }[]
}

export function SetEventForm({ head, events, templates, categories }: SetEventFormProps) {
  const { timeZone } = useDates()
  const { fields, attached, leave } = useSetEvent(head, events, timeZone)
  const { eventId, emailTemplateId = null } = fields.values
  const copies = useMailCopies(emailTemplateId !== null)
  const next = events.find(({ id }) => id === eventId)
  const other = categories.find(({ name }) => name === 'Other') ?? categories.at(-1)
  return (
    <form className={classes.form} onSubmit={fields.submit} noValidate>
      <div className={classes.events}>
        <div>
          <div className={classes.label}>Current event</div>
          <div className={classes.current}>{head.lastEventName ?? 'No event yet'}</div>
          <div className={classes.dim}>Public status: {head.lastEventPublicStatus || EMPTY}</div>
        </div>
        <div>
          <NativeSelect
            label="Next event"
            data={events.map(({ id, name }) => ({ value: String(id), label: name }))}
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
          value={fields.values.day}
          onChange={(typed) => fields.setFieldValue('day', typed)}
          error={fields.errors.day}
          read={readDay}
          show={showDay}
        />
        <TimeField
          label={`Time (${timeZone})`}
          value={fields.values.time}
          onChange={(typed) => fields.setFieldValue('time', typed)}
          error={fields.errors.time}
          read={readTime}
        />
      </div>
      <div>
        <TemplateField
          templates={templates}
          event={next}
          orderId={head.id}
          value={emailTemplateId}
          onChange={(id) => fields.setFieldValue('emailTemplateId', id)}
          error={fields.errors.emailTemplateId}
        />
        {emailTemplateId !== null && <MailGoesTo address={head.email} copies={copies} />}
      </div>
      <UploadArea
        files={attached.files}
        categories={categories}
        problem={filesProblem(attached.files, emailTemplateId !== null)}
        busy={fields.saving}
        onAdd={(files) => other && attached.add(files, other.id)}
        onRemove={attached.remove}
        onCategory={attached.categorise}
      />
      <Textarea label="Comment" autosize minRows={3} maxRows={8} {...fields.getInputProps('comment')} />
      <DialogButtons confirm="Set event" onCancel={leave} busy={fields.saving} fault={fields.fault} />
    </form>
  )
}
