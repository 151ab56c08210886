import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconPaperclip, IconTimelineEvent, IconUser } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MailState } from '#contract/mails/mails.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import { Role } from '#contract/session/session.ts'
import { mailStateLook } from '#web/model/mails/mail-looks.ts'
import { fileOf } from '#web/model/orders/documents.ts'
import { useDates } from '#web/model/session/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { FileItem } from '#web/ui/files/file-item.tsx'
import classes from './events.module.css'

interface EventHistoryProps {
  /** Undefined until they are loaded. */
  entries: readonly EventEntry[] | undefined
  mailDialog: (id: number, onClose: () => void) => ReactNode
}

/** Every event of the order, newest first. */
export function EventHistory({ entries, mailDialog }: EventHistoryProps) {
  const [mailId, setMailId] = useState<number | null>(null)
  if (!entries) return <Skeleton h={240} aria-label="Loading" />
  if (entries.length === 0) {
    return (
      <EmptyState icon={IconTimelineEvent} title="No events yet">
        Events appear here with their comments, documents and mails.
      </EmptyState>
    )
  }
  return (
    <>
      <ol className={classes.history} aria-label="Events history">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onMail={setMailId} />
        ))}
      </ol>
      {mailId !== null && mailDialog(mailId, () => setMailId(null))}
    </>
  )
}

function Entry({ entry, onMail }: { entry: EventEntry; onMail: (id: number) => void }) {
  const { date, time } = useDates()
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span className={classes.entryName}>{entry.event.name}</span>
        <By user={entry.user} />
        <span className={classes.when}>
          {date(entry.date)} <span className={classes.time}>{time(entry.date)}</span>
        </span>
      </div>
      {entry.event.publicStatus && <div className={classes.dim}>{entry.event.publicStatus}</div>}
      {entry.comment && <p className={classes.comment}>{entry.comment}</p>}
      <EntryMail entry={entry} onMail={onMail} />
      {entry.documents.length > 0 && (
        <ul className={classes.documents} aria-label={`Documents of ${entry.event.name}`}>
          {entry.documents.map((document) => (
            <li key={document.id}>
              <FileItem {...fileOf(document)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function By({ user }: { user: EventEntry['user'] }) {
  if (!user) return null
  if (user.role === Role.CLIENT) {
    return (
      <span className={classes.customer}>
        <IconPaperclip size={14} aria-hidden />
        This event has user's documents
      </span>
    )
  }
  return (
    <span className={classes.by}>
      <IconUser size={14} aria-hidden />
      {user.humanRole} · {user.username}
    </span>
  )
}

function EntryMail({ entry, onMail }: { entry: EventEntry; onMail: (id: number) => void }) {
  const { dateTime } = useDates()
  const { mail, emailTemplate, deletedEmailTemplate } = entry
  const name = emailTemplate?.title ?? (deletedEmailTemplate === null ? 'Mail' : `${deletedEmailTemplate} (deleted)`)
  if (!mail) return emailTemplate || deletedEmailTemplate ? <div className={classes.mail}>Template: {name}</div> : null
  return (
    <div className={classes.mail}>
      <StatusBadge {...mailStateLook(mail.state)} />
      <UnstyledButton className={classes.mailName} onClick={() => onMail(mail.id)}>
        {name}
      </UnstyledButton>
      {mail.sentAt && <span className={classes.dim}>{dateTime(mail.sentAt)}</span>}
      {mail.reason && mail.state !== MailState.SENT && <span className={classes.reason}>{mail.reason}</span>}
    </div>
  )
}
