import { useEffect, useRef } from 'react'
import type { EventEntry, Order } from '#contract/orders/orders.ts'
import { categoryFor } from '#contract/papers/guess-category.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { useMailCopies } from '#web/features/mail/shared/mail-copies.ts'
import { MailGoesTo } from '#web/features/mail/shared/mail-goes-to.tsx'
import { EventComment } from '#web/features/orders/shared/set-event/event-comment.tsx'
import { sendOnEnter } from '#web/features/orders/shared/set-event/event-form.ts'
import { MailPreview } from '#web/features/orders/shared/set-event/mail-preview.tsx'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { TemplateField } from '#web/features/orders/shared/set-event/template-field.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { OfferedDrafts } from '#web/model/drafts/offered-drafts.tsx'
import { enclosedFilesProblem, isToUpload } from '#web/model/uploads/attached-files.ts'
import { UploadArea } from '#web/model/uploads/upload-area.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useFileDrop } from '#web/ui/files/use-file-drop.ts'
import { AlsoSets } from './also-sets.tsx'
import { AttachPaper } from './attach-paper.tsx'
import { EventFields } from './event-fields.tsx'
import { EventQuestion } from './event-question.tsx'
import { useAttachedPaper } from './use-attached-paper.ts'
import { useMailPreview } from './use-mail-preview.ts'
import { completes, useSetEvent } from './use-set-event.ts'

export interface SetEventFormProps {
  head: Order
  events: readonly EventRecord[]
  templates: readonly TemplateListItem[]
  categories: readonly { id: number; name: string }[]
  /** True to begin with the next step of the shipment; else with the next event by id. */
  step?: boolean
  onDone: (entry: EventEntry) => void
  onCancel: () => void
}

export function SetEventForm({ head, events, templates, categories, step, onDone, onCancel }: SetEventFormProps) {
  const dates = useDates()
  // A ref, because the form chooses the mail, and the mail the document that is made for it.
  const papers = useRef(async (): Promise<number[]> => [])
  const form = useSetEvent({ head, events, step, dates, papers: () => papers.current(), onDone })
  const { fields, attached } = form
  const { eventId, emailTemplateId = null, day, time, comment = '' } = fields.values
  const next = events.find(({ id }) => id === eventId)
  const suggested = templates.find(({ id }) => id === next?.emailTemplateId) ?? null
  const chosen = templates.find(({ id }) => id === emailTemplateId)
  const paper = useAttachedPaper(head.id, chosen?.attaches ?? null)
  useEffect(() => {
    papers.current = paper.make
  })
  const at = instantOf(day, time, dates.timeZone)
  const date = at && String(Math.floor(Date.parse(at) / 1000))
  const documents = [paper.current, ...attached.files.map(({ documentId }) => documentId)].flatMap((id) => id ?? [])
  const source = { orderId: head.id, eventId: Number(eventId), date, comment: comment ?? '', documents }
  const preview = useMailPreview(source, emailTemplateId, suggested?.id ?? null)
  const mail = {
    mail: preview.query.data,
    toUpload: attached.files.filter(isToUpload).map(({ file }) => file),
    fault: faultOf(preview.query.error),
    onRetry: () => void preview.query.refetch(),
    lacks: date === null ? 'Enter the date and the time to see the mail.' : null,
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
        <OfferedDrafts drafts={form.drafts} dates={dates} />
        <EventFields head={head} events={events} next={next} timeZone={dates.timeZone} fields={fields} />
        <AlsoSets
          upcoming={{ orderId: head.id, eventId: Number(eventId), date }}
          timeZone={dates.timeZone}
          completes={completes(next?.milestone, head)}
          complete={form.complete}
          onComplete={form.setComplete}
        />
        <div>
          <TemplateField
            templates={templates}
            suggested={suggested}
            value={emailTemplateId}
            onChange={(id) => fields.setFieldValue('emailTemplateId', id)}
            error={fields.errors.emailTemplateId}
            {...mail}
          />
          <AttachPaper paper={paper} />
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
        <EventComment templateId={emailTemplateId} input={fields.getInputProps('comment')} />
        <EventQuestion form={form} next={next} />
        <div className={classes.foot} data-foot>
          <DialogButtons confirm="Set event" onCancel={onCancel} busy={fields.saving} fault={fields.fault} />
        </div>
      </div>
      <div className={classes.mail}>
        <MailPreview {...mail} waiting={preview.waiting} withMail={emailTemplateId !== null} />
      </div>
    </form>
  )
}
