import { Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { nextEvent, nextStep } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import { LEFT_OUT, type LeftOut, RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { EventComment } from '#web/features/orders/shared/set-event/event-comment.tsx'
import { eventForm, sendOnEnter } from '#web/features/orders/shared/set-event/event-form.ts'
import { MailPreview } from '#web/features/orders/shared/set-event/mail-preview.tsx'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { eventsQuery, templatesQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { TemplateField } from '#web/features/orders/shared/set-event/template-field.tsx'
import { WhenFields } from '#web/features/orders/shared/set-event/when-fields.tsx'
import { RunHeadline } from '#web/features/runs/shared/run-headline.tsx'
import { orderCount } from '#web/features/runs/shared/run-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { confirmLeave, useUnsaved } from '#web/lib/browser/unsaved.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { formDateTime, instantOf } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { AttachChoice, type Attaching, attachInput } from './attach-choice.tsx'
import bulkClasses from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { MailFor } from './mail-sample.tsx'
import { RunDetails } from './run-summary.tsx'
import { buttonOf, type Preview, useBulk } from './use-bulk.ts'

const WIDTH = 1160

/** Sets an event on the selected orders: the form of the single action, without what belongs to one order. */
export function EventDrawer(props: BulkDialogProps) {
  const { count, onClose } = props
  const events = useQuery(eventsQuery)
  const templates = useQuery(templatesQuery)
  const fault = failedLookUp(events, templates)
  const leave = async () => {
    if (await confirmLeave()) onClose()
  }
  return (
    <SideDrawer
      opened
      onClose={() => void leave()}
      title={`Set event: ${orderCount(count)} selected`}
      width={WIDTH}
      returnTo={() => document.querySelector('main')}
    >
      {fault ? (
        <Fault {...fault} />
      ) : events.data && templates.data ? (
        <div className={classes.room}>
          <EventForm events={events.data} templates={templates.data} {...props} />
        </div>
      ) : (
        <Skeleton h={420} />
      )}
    </SideDrawer>
  )
}

interface EventFormProps extends BulkDialogProps {
  events: readonly EventRecord[]
  templates: readonly TemplateListItem[]
}

/**
 * The event of the milestone that the dialog was opened for, else the next step of all orders, by their
 * current event; 0 if they stand at different ones, or are not all known.
 */
function firstChoice({ events, count, orders, milestone }: EventFormProps): number {
  if (milestone) return events.find((event) => event.milestone === milestone)?.id ?? 0
  const stands = new Set(orders.map(({ lastEventId }) => lastEventId))
  const [current] = stands
  if (orders.length !== count || stands.size !== 1 || current === undefined) return 0
  const step = nextStep(events, { currentId: current, furthest: null }) ?? nextEvent(events, current)
  return step?.id ?? 0
}

function useEventForm(props: EventFormProps) {
  const { events, onClose } = props
  const { timeZone } = useDates()
  const [now] = useState(() => formDateTime(new Date().toISOString(), timeZone))
  const [attaching, setAttaching] = useState<Attaching>('possible')
  const [leaveOut, onLeaveOut] = useState<readonly LeftOut[]>(LEFT_OUT)
  const [completing, setCompleting] = useState(true)
  const completes = (id: number) => events.find((event) => event.id === id)?.milestone === 'delivered'
  const moreOf = (id: number) => ({
    ...attachInput(attaching),
    leaveOut: [...leaveOut],
    complete: completing && completes(id),
  })
  const form = useForm({
    schema: eventForm,
    initialValues: { eventId: firstChoice(props), emailTemplateId: null, comment: '', ...now },
    save: async (values) => {
      const { day, time, ...rest } = values
      await start({ ...rest, ...moreOf(values.eventId), date: secondsOf(day, time, timeZone) ?? '' })
    },
  })
  const { eventId, emailTemplateId = null, comment, day, time } = form.values
  const date = secondsOf(day, time, timeZone)
  const given = { eventId, emailTemplateId, comment, ...moreOf(eventId), date: date ?? '' }
  const input = RUN_INPUTS.event.safeParse(given)
  const bulk = useBulk('event', input.success ? given : null, () => {
    release()
    onClose()
  })
  const { start } = bulk
  const release = useUnsaved(form.isDirty())
  return {
    ...{ form, timeZone, attaching, setAttaching, leaving: { leaveOut, onLeaveOut }, ...bulk },
    completing: completes(eventId) ? completing : null,
    setCompleting,
  }
}

/** Unix seconds as text; null while the date is invalid. */
function secondsOf(day: string, time: string, timeZone: string): string | null {
  const at = instantOf(day, time, timeZone)
  return at && String(Math.floor(Date.parse(at) / 1000))
}

/**
 * Shows the mail of the first order that is not skipped, until another is chosen. Returns the words for the place of the
 * mail if none can be shown.
 */
function useFirstMail(
  { data, waiting, orderId, show }: Preview,
  orders: EventFormProps['orders'],
  { withMail, eventId }: { withMail: boolean; eventId: number },
): string | null {
  const [shown, setShown] = useState(false)
  const first = useMemo(() => {
    if (!data) return undefined
    const left = [...data.skips, ...data.outcomes.filter(({ outcome }) => outcome === 'cannot')]
    const skipped = new Set(left.flatMap(({ ids }) => ids))
    return orders.find(({ id }) => !skipped.has(id))
  }, [data, orders])
  const isNext = withMail && orderId === null && !shown && first !== undefined
  useEffect(() => {
    if (!isNext) return
    setShown(true)
    show(first.id)
  }, [isNext, first, show])
  if (eventId === 0) return 'Choose the event to see the mail.'
  if (waiting || isNext || data?.mails.sample) return null
  if (!data) return 'Enter the date and the time to see the mail.'
  if (orderId !== null) return 'This order gets no mail: it is left out, or has no e-mail address.'
  return data.applies === 0 ? 'No order gets a mail: none of them is changed.' : 'Choose an order to see its mail.'
}

function EventForm(props: EventFormProps) {
  const { events, templates, orders, onClose } = props
  const { form, timeZone, attaching, setAttaching, leaving, completing, setCompleting, preview, ready } =
    useEventForm(props)
  const { eventId, emailTemplateId = null } = form.values
  const chosen = events.find(({ id }) => id === eventId)
  const suggested = templates.find(({ id }) => id === chosen?.emailTemplateId) ?? null
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const withMail = emailTemplateId !== null
  const attaches = templates.find(({ id }) => id === emailTemplateId)?.attaches
  const lacks = useFirstMail(preview, orders, { withMail, eventId })
  const sample = preview.data?.mails.sample
  const mail = {
    mail: sample ? { ...sample, copies: [], attachments: [], warnings: [] } : undefined,
    toUpload: [],
    fault: preview.fault,
    onRetry: preview.again,
    lacks,
  }
  return (
    <form ref={element} className={classes.form} onSubmit={form.submit} onKeyDown={sendOnEnter} noValidate>
      <div className={classes.fields}>
        <NativeSelect
          data-autofocus
          label="Event"
          data={[
            { value: '0', label: 'Choose the event' },
            ...events.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('eventId')}
          value={String(eventId)}
          onChange={({ currentTarget }) => form.setFieldValue('eventId', Number(currentTarget.value))}
        />
        <WhenFields timeZone={timeZone} fields={form} />
        <TemplateField
          templates={templates}
          suggested={suggested}
          value={emailTemplateId}
          onChange={(id) => form.setFieldValue('emailTemplateId', id)}
          error={form.errors.emailTemplateId}
          {...mail}
        />
        {attaches && <AttachChoice kind={attaches} value={attaching} onChange={setAttaching} preview={preview.data} />}
        {completing !== null && (
          <Checkbox
            label="and complete the orders"
            checked={completing}
            onChange={({ currentTarget }) => setCompleting(currentTarget.checked)}
          />
        )}
        <EventComment templateId={emailTemplateId} input={form.getInputProps('comment')} />
        <RunDetails preview={preview} leaving={leaving} />
        <div className={classes.foot} data-foot>
          <RunHeadline preview={preview} />
          <DialogButtons
            confirm={buttonOf(preview, 'Set event on')}
            onCancel={onClose}
            busy={form.saving}
            disabled={eventId !== 0 && !ready}
            fault={form.fault}
          />
        </div>
      </div>
      <div className={classes.mail}>
        {withMail && (
          <div className={bulkClasses.mailFor}>
            <MailFor preview={preview} orders={orders} />
          </div>
        )}
        <MailPreview {...mail} waiting={preview.waiting} withMail={withMail} />
      </div>
    </form>
  )
}
