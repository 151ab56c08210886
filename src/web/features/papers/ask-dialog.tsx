import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SUPPLIER_LABELS } from '#contract/papers/paper-codes.ts'
import type { AskPreview, Paper } from '#contract/papers/papers.ts'
import { templatesQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FRAME_DIALOG_WIDTH, SandboxedHtml } from '#web/ui/rich-text/sandboxed-html.tsx'
import classes from './papers.module.css'
import { askForPapers, askPreviewQuery } from './shared/papers.ts'

interface AskDialogProps {
  orderId: number
  missing: readonly Paper[]
  /** Ids of the papers that are ticked when it opens. */
  first: readonly number[]
  onClose: () => void
}

/** Asks the client for papers: which ones, with which mail, and how that will look. */
export function AskDialog({ orderId, missing, first, onClose }: AskDialogProps) {
  const [ids, setIds] = useState<readonly number[]>(first)
  const [emailTemplateId, setTemplate] = useState<number | null>(null)
  const keyOf = useSubmissionKey()
  const { run, busy, fault } = useAttempt()
  const body = { ids: missing.filter(({ id }) => ids.includes(id)).map(({ id }) => id), emailTemplateId }
  const preview = useQuery(askPreviewQuery(orderId, body))
  const toggle = (id: number) => setIds((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const asked = await run(async () => {
      await askForPapers(orderId, body, keyOf(body))
      showSuccess('The client was asked')
    })
    if (asked) onClose()
  }
  return (
    <Dialog opened onClose={onClose} title="Ask client for papers" size={FRAME_DIALOG_WIDTH} busy={busy}>
      <form onSubmit={(event) => void ask(event)} noValidate className={classes.form}>
        <fieldset className={classes.choices}>
          <legend>Papers</legend>
          {missing.map(({ id, name, supplier, reason }) => (
            <Checkbox
              key={id}
              label={`${name} (${SUPPLIER_LABELS[supplier].toLowerCase()})`}
              description={reason || undefined}
              checked={ids.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
        <TemplateChoice value={emailTemplateId} onChange={setTemplate} />
        <Mail preview={body.ids.length > 0 ? preview.data : null} fault={faultOf(preview.error)} />
        <DialogButtons
          confirm={body.ids.length === 1 ? 'Ask for 1 paper' : `Ask for ${body.ids.length} papers`}
          disabled={body.ids.length === 0 || !preview.data || preview.data.to === ''}
          busy={busy}
          fault={fault}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** The choice of the mail: the system's, or one of the forwarder's. */
function TemplateChoice({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const templates = useQuery(templatesQuery).data ?? []
  return (
    <NativeSelect
      label="Mail"
      data={[
        { value: '', label: 'Documents requested' },
        { group: 'Templates', items: templates.map(({ id, title }) => ({ value: String(id), label: title })) },
      ]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  )
}

/** The mail as the client will get it; the secret of its link is hidden. */
function Mail({ preview, fault }: { preview: AskPreview | null | undefined; fault: ReturnType<typeof faultOf> }) {
  if (fault) return <Fault {...fault} />
  if (preview === null) return <p className={classes.dim}>Choose what to ask for.</p>
  if (!preview) return <LoadingBlock height={240} />
  return (
    <>
      <dl className={classes.mail}>
        <dt>To</dt>
        <dd>{preview.to || 'Nobody: this order has no email address.'}</dd>
        <dt>Subject</dt>
        <dd>{preview.subject}</dd>
      </dl>
      {preview.warnings.map(({ variable, message }) => (
        <p key={variable} className={classes.late}>
          {message}
        </p>
      ))}
      <SandboxedHtml html={preview.html} title="Text of the mail" />
    </>
  )
}
