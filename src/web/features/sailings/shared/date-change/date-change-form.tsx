import { Button } from '@mantine/core'
import type { Run } from '#contract/runs/runs.ts'
import type { DateChangePreview } from '#contract/sailings/date-change.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { warningWords } from '#web/features/sailings/shared/sailings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './date-change.module.css'
import type { DateSubject } from './date-change-calls.ts'
import { DateFields } from './date-fields.tsx'
import { buttonWords, moveWords } from './date-words.ts'
import { HowFields } from './how-fields.tsx'
import { OrderTable } from './order-table.tsx'
import { useDateChange } from './use-date-change.ts'

interface DateChangeFormProps {
  subject: DateSubject
  onCancel: () => void
  onStarted: (run: Run) => void
}

/** New dates, the orders that they concern, and the mails that go with them. */
export function DateChangeForm({ subject, onCancel, onStarted }: DateChangeFormProps) {
  const form = useDateChange(subject, (run) => {
    release()
    onStarted(run)
  })
  const release = useUnsaved(form.dirty)
  const { preview, errors } = form
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <DateFields typed={form.typed} errors={errors} onChange={form.setTyped} />
      <Moves preview={preview} />
      <HowFields how={form.how} errors={errors} onChange={form.setHow} />
      <Suggested form={form} />
      <Orders form={form} />
      <div className={classes.foot} data-foot>
        <DialogButtons
          confirm={preview ? buttonWords(form.counts) : 'Change dates'}
          onCancel={onCancel}
          busy={form.sending}
          disabled={!preview || form.waiting}
          fault={form.fault}
        />
      </div>
      <ShownMail form={form} />
    </form>
  )
}

/** A sentence on each date: 'Estimated time of arrival at port moves 5 days later (Thu Mar 12 → Tue Mar 17 2026)'. */
function Moves({ preview }: { preview: DateChangePreview | undefined }) {
  return (
    <div className={classes.moves} role="status" aria-label="What changes">
      {preview?.dates.map((move) => (
        <div key={move.field}>
          {SAILING_LABELS[move.field]} <strong>{moveWords(move)}</strong>
        </div>
      ))}
      {preview && preview.warnings.length > 0 && (
        <Notice warn title="Please check">
          <ul>
            {preview.warnings.map((warning) => (
              <li key={warning.field}>{warningWords(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

interface PartProps {
  form: ReturnType<typeof useDateChange>
}

/** The template for changed dates, offered while no mail is chosen and clients would get one. */
function Suggested({ form: { preview, how, setHow } }: PartProps) {
  const { suggestedTemplate: template, mails } = preview ?? {}
  if (!template || !mails || mails.count === 0 || how.emailTemplateId !== null)
    return <p className={classes.suggested} />
  return (
    <p className={classes.suggested}>
      {mails.count === 1 ? '1 order arrives' : `${mails.count} orders arrive`} on another day.{' '}
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => setHow({ ...how, emailTemplateId: template.id })}
      >{`Send '${template.title}' to ${mails.clients === 1 ? '1 client' : `${mails.clients} clients`}`}</Button>
    </p>
  )
}

function Orders({ form: { preview, waiting, choices, goes, timeZone, show } }: PartProps) {
  return (
    <div className={classes.orders} aria-busy={waiting}>
      {preview ? (
        <OrderTable
          preview={preview}
          choices={choices}
          goes={goes}
          stale={waiting}
          timeZone={timeZone}
          onShowMail={show}
        />
      ) : waiting ? (
        <LoadingBlock height={240} />
      ) : (
        <p className={classes.dim}>Type a new date to see the orders that it concerns.</p>
      )}
    </div>
  )
}

/** The mail of the chosen order, with its new dates. */
function ShownMail({ form: { shown, preview, waiting, show } }: PartProps) {
  if (shown === null || !preview) return null
  const { sample } = preview
  return (
    <PreviewDialog
      title={sample?.subject ?? 'Mail'}
      onClose={() => show(null)}
      html={waiting ? undefined : (sample?.html ?? '')}
      fault={null}
      onRetry={() => {}}
    >
      {sample && <p className={classes.dim}>To {sample.to}</p>}
    </PreviewDialog>
  )
}
