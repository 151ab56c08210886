import { UnstyledButton } from '@mantine/core'
import { IconEdit, IconEraser, IconPaperclip, IconUser } from '@tabler/icons-react'
import { Role } from '#contract/accounts/session.ts'
import { MailState } from '#contract/codes/mail-state.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import { CancelMail } from '#web/features/mail/shared/cancel-mail.tsx'
import { mailStateLook } from '#web/features/mail/shared/mail-looks.ts'
import { mailReason } from '#web/features/mail/shared/mail-reason.ts'
import { fileOf } from '#web/features/orders/shared/documents.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { FileItem } from '#web/ui/files/file-item.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import classes from './events.module.css'

interface EventItemProps {
  entry: EventEntry
  /** True for the order's last event. */
  current: boolean
  onOpen: (what: 'mail' | 'correct' | 'withdraw') => void
}

/** A history entry, with its later correction or withdrawal. */
export function EventItem({ entry, current, onOpen }: EventItemProps) {
  const { date, time } = useDates()
  const { event, user, comment, documents, withdrawnAt } = entry
  const changeable = user?.role !== Role.CLIENT && withdrawnAt === null
  return (
    <li
      className={classes.entry}
      data-current={current || undefined}
      data-withdrawn={withdrawnAt !== null || undefined}
    >
      <div className={classes.when}>
        {date(entry.date)} <span className={classes.time}>{time(entry.date)}</span>
      </div>
      <div className={classes.what}>
        <div className={classes.entryHead}>
          {withdrawnAt ? (
            <del className={classes.entryName}>{event.name}</del>
          ) : (
            <b className={classes.entryName}>{event.name}</b>
          )}
          <By user={user} />
          {changeable && (
            <RowMenu
              label={`Change ${event.name}`}
              actions={[
                { label: 'Edit', icon: IconEdit, onClick: () => onOpen('correct') },
                { label: 'Withdraw', icon: IconEraser, onClick: () => onOpen('withdraw') },
              ]}
            />
          )}
        </div>
        {event.publicStatus && <div className={classes.dim}>{event.publicStatus}</div>}
        {comment && <p className={classes.comment}>{comment}</p>}
        <Since entry={entry} />
        <EntryMail entry={entry} onMail={() => onOpen('mail')} />
        {documents.length > 0 && (
          <ul className={classes.documents} aria-label={`Documents of ${event.name}`}>
            {documents.map((document) => (
              <li key={document.id}>
                <FileItem {...fileOf(document)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** The correction or withdrawal of the entry: by whom, when and why. */
function Since({ entry }: Pick<EventItemProps, 'entry'>) {
  const { dateTime } = useDates()
  const { editedBy, editedAt, withdrawnBy, withdrawnAt, withdrawReason } = entry
  return (
    <>
      {editedAt && (
        <div className={classes.dim}>
          edited by {editedBy} at {dateTime(editedAt)}
        </div>
      )}
      {withdrawnAt && (
        <div className={classes.withdrawn}>
          Withdrawn by {withdrawnBy} at {dateTime(withdrawnAt)}: {withdrawReason}
        </div>
      )}
    </>
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

function EntryMail({ entry, onMail }: { entry: EventEntry; onMail: () => void }) {
  const { dateTime } = useDates()
  const { mail, emailTemplate, deletedEmailTemplate } = entry
  const name = emailTemplate?.title ?? (deletedEmailTemplate === null ? 'Mail' : `${deletedEmailTemplate} (deleted)`)
  if (!mail) return emailTemplate || deletedEmailTemplate ? <div className={classes.mail}>Template: {name}</div> : null
  return (
    <div className={classes.mail}>
      <StatusBadge {...mailStateLook(mail.state)} />
      <UnstyledButton className={classes.mailName} onClick={onMail}>
        {name}
      </UnstyledButton>
      {mail.sentAt && <span className={classes.dim}>{dateTime(mail.sentAt)}</span>}
      {mailReason(mail) && (
        <span className={mail.state === MailState.CANCELLED ? classes.dim : classes.reason}>{mailReason(mail)}</span>
      )}
      {mail.state === MailState.QUEUED && <CancelMail id={mail.id} subject={name} />}
    </div>
  )
}
