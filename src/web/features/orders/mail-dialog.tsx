import { useQuery } from '@tanstack/react-query'
import { useDates } from '#web/lib/dates.ts'
import { mailQuery } from './mail-queries.ts'
import classes from './mails.module.css'
import { PreviewDialog } from './preview-dialog.tsx'

/** A mail of the outbox with its text as sent. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(mailQuery(id))
  const { dateTime } = useDates()
  const mail = query.data
  const to = mail?.deliveries.find(({ role }) => role === 'to')
  return (
    <PreviewDialog
      title={mail?.subject || 'Mail'}
      onClose={onClose}
      html={mail ? (mail.html ?? '<p>The text of this mail is not shown.</p>') : undefined}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {to && (
        <p className={classes.meta}>
          To {to.address} · {to.sentAt ? `sent ${dateTime(to.sentAt)}` : `written ${dateTime(mail?.createdAt)}`}
        </p>
      )}
    </PreviewDialog>
  )
}
