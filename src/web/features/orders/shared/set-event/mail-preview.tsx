import { IconAlertTriangle, IconMailOff, IconPaperclip } from '@tabler/icons-react'
import type { EventPreview } from '#contract/orders/set-event.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { LiveHtml } from '#web/ui/rich-text/live-html.tsx'
import { FRAME_HEIGHT } from '#web/ui/rich-text/sandboxed-html.tsx'
import classes from './mail-preview.module.css'

interface Attachment {
  name: string
  size: number
}

interface MailPreviewProps {
  /** The mail; undefined until the first answer. */
  mail: EventPreview | undefined
  /** Chosen files that are not stored yet. */
  toUpload: readonly Attachment[]
  fault: { message: string; requestId: string | null } | null
  onRetry: () => void
  /** True while the text does not show the latest input. */
  waiting: boolean
  withMail: boolean
  /** Why there is no mail to show, though a template is chosen. */
  lacks?: string | null
}

/** The mail as it will be sent: recipients, subject, attachments and warnings, then its text. */
export function MailPreview({ mail, toUpload, fault, onRetry, waiting, withMail, lacks }: MailPreviewProps) {
  return (
    <section className={classes.preview} aria-label="Mail preview" aria-busy={withMail && waiting}>
      {!withMail ? (
        <EmptyState icon={IconMailOff} title="No mail">
          Choose a template to see the mail as the client will get it.
        </EmptyState>
      ) : fault ? (
        <Fault {...fault} onRetry={onRetry} />
      ) : lacks ? (
        <EmptyState icon={IconMailOff} title="No mail to show">
          {lacks}
        </EmptyState>
      ) : !mail ? (
        <LoadingBlock height={FRAME_HEIGHT} />
      ) : (
        <>
          <MailFacts mail={mail} toUpload={toUpload} />
          <div data-waiting={waiting || undefined} className={classes.text}>
            <LiveHtml html={mail.html} title="Text of the mail" height={FRAME_HEIGHT} />
          </div>
        </>
      )}
    </section>
  )
}

/** The head of the preview: recipient, copies, subject, attachments, and missing values. */
export function MailFacts({ mail, toUpload }: { mail: EventPreview; toUpload: readonly Attachment[] }) {
  const attachments = [...mail.attachments, ...toUpload]
  return (
    <>
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>{mail.to || 'Nobody: this order has no email address.'}</dd>
        {mail.copies.length > 0 && (
          <>
            <dt>Copies</dt>
            <dd>{mail.copies.join(', ')}</dd>
          </>
        )}
        <dt>Subject</dt>
        <dd className={classes.subject}>{mail.subject || 'No subject'}</dd>
        {attachments.length > 0 && (
          <>
            <dt>Attachments</dt>
            <dd>
              <ul className={classes.attachments} aria-label="Attachments">
                {attachments.map(({ name, size }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two attachments may share a name
                  <li key={at}>
                    <IconPaperclip size={14} aria-hidden />
                    {name} ({formatBytes(size)})
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <Warnings warnings={mail.warnings} />
    </>
  )
}

function Warnings({ warnings }: Pick<EventPreview, 'warnings'>) {
  return (
    <div role="status" aria-label="Warnings about the mail">
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map(({ variable, message }) => (
            <li key={variable}>
              <IconAlertTriangle size={16} aria-hidden />
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
