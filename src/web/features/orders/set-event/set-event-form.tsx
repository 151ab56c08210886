import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { EventEntry, Order } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { useMailCopies } from '#web/model/mails/mail-copies.ts'
import { MailGoesTo } from '#web/model/mails/mail-goes-to.tsx'
import { useDates } from '#web/model/system/settings.ts'
import { enclosedFilesProblem, isToUpload } from '#web/model/uploads/attached-files.ts'
import { categoryFor } from '#web/model/uploads/guess-category.ts'
import { UploadArea } from '#web/model/uploads/upload-area.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useFileDrop } from '#web/ui/files/use-file-drop.ts'
import { EventFields } from './event-fields.tsx'
import { EventQuestion } from './event-question.tsx'
import { MailPreview } from './mail-preview.tsx'
import { useQuotedComment } from './quoted-comment.ts'
import classes from './set-event.module.css'
import { TemplateField } from './template-field.tsx'
import { useMailPreview } from './use-mail-preview.ts'
import { useSetEvent } from './use-set-event.ts'

export interface SetEventFormProps {
  head: Order
  events: readonly EventRecord[]
  templates: readonly TemplateListItem[]
  categories: readonly { id: number; name: string }[]
  onDone: (entry: EventEntry) => void
  onCancel: () => void
}

/** Ctrl or Cmd with Enter sends from any field. */
const sendOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

export function SetEventForm({ head, events, templates, categories, onDone, onCancel }: SetEventFormProps) {
  const dates = useDates()
  const form = useSetEvent({ head, events, dates, onDone })
  const { fields, attached } = form
  const { eventId, emailTemplateId = null, day, time, comment = '' } = fields.values
  const next = events.find(({ id }) => id === eventId)
  const suggested = templates.find(({ id }) => id === next?.emailTemplateId) ?? null
  const at = instantOf(day, time, dates.timeZone)
  const date = at && String(Math.floor(Date.parse(at) / 1000))
  const documents = attached.files.flatMap(({ documentId }) => documentId ?? [])
  const source = { orderId: head.id, eventId: Number(eventId), date, comment: comment ?? '', documents }
  const preview = useMailPreview(source, emailTemplateId, suggested?.id ?? null)
  const mail = {
    mail: preview.query.data,
    toUpload: attached.files.filter(isToUpload).map(({ file }) => file),
    fault: faultOf(preview.query.error),
    onRetry: () => void preview.query.refetch(),
  }
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])

  const add = (files: readonly File[]) => attached.add(files, categoryFor(categories))
  const over = useFileDrop({ busy: fields.saving, onFiles: add })
  const copies = useMailCopies({ enabled: emailTemplateId !== null })
  return (
    <form
      ref={element}
      className={classes.form}
      data-dropping={over || undefined}
      onSubmit={fields.submit}
      onKeyDown={sendOnEnter}
      noValidate
    >
      <div className={classes.fields}>
        <EventFields head={head} events={events} next={next} timeZone={dates.timeZone} fields={fields} />
        <div>
          <TemplateField
            templates={templates}
            suggested={suggested}
            value={emailTemplateId}
            onChange={(id) => fields.setFieldValue('emailTemplateId', id)}
            error={fields.errors.emailTemplateId}
            {...mail}
          />
          {emailTemplateId !== null && <MailGoesTo address={head.email} copies={copies} />}
        </div>
        <UploadArea
          files={attached.files}
          categories={categories}
          problem={enclosedFilesProblem(attached.files, emailTemplateId)}
          busy={fields.saving}
          over={over}
          onAdd={add}
          onRemove={attached.remove}
          onCategory={attached.categorise}
        />
        <Comment templateId={emailTemplateId} input={fields.getInputProps('comment')} />
        <EventQuestion form={form} next={next} />
        <div className={classes.foot}>
          <DialogButtons confirm="Set event" onCancel={onCancel} busy={fields.saving} fault={fields.fault} />
        </div>
      </div>
      <div className={classes.mail}>
        <MailPreview {...mail} waiting={preview.waiting} withMail={emailTemplateId !== null} />
      </div>
    </form>
  )
}

/** The comment; says whether the chosen template quotes it to the client. */
function Comment({ templateId, input }: { templateId: number | null; input: object }) {
  const quoted = useQuotedComment(templateId)
  return (
    <Textarea
      label="Comment"
      description={
        quoted === null
          ? undefined
          : quoted
            ? 'The client will see this comment: the mail quotes it.'
            : 'For staff only: the mail does not quote it.'
      }
      autosize
      minRows={3}
      maxRows={8}
      {...input}
    />
  )
}
