import { Button } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowLeft,
  IconClockPause,
  IconDownload,
  IconEyeOff,
  IconFileText,
  IconHandStop,
  IconLink,
  IconPackage,
  IconPlayerPlay,
  IconRefresh,
  IconUnlink,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { SnoozeForm } from '#web/features/attention/shared/snooze-form.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { download } from '#web/lib/api/download.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RawDialog } from './raw-text.tsx'
import {
  changeMail,
  claimMail,
  closeMail,
  ignoreMail,
  linkMail,
  releaseMail,
  reopenMail,
  unlinkMail,
} from './shared/change-mail.ts'
import panes from './shared/inbox.module.css'
import { useInboxSearch } from './shared/inbox-search.ts'
import { mailPath } from './shared/mail-in.ts'
import classes from './shared/thread.module.css'

type Opened = 'link' | 'snooze' | 'raw' | null

/** What can be done with a mail, each by a button and by its key. */
export function ThreadTools({ mail, answering }: { mail: MailIn; answering: boolean }) {
  const { id, state, claimedBy, snoozedUntil, automatic } = mail
  const { change } = useInboxSearch()
  const me = useSessionUser()?.id
  const [opened, setOpened] = useState<Opened>(null)
  const isMine = claimedBy !== null && claimedBy.id === me
  const isOver = state === 'closed' || state === 'ignored'
  const mayReopen = automatic !== 'bounce' && automatic !== 'own'
  const reply = () => change({ reply: true, facts: undefined }, { replace: true })
  const wake = () => void changeMail(id, 'snooze', { until: null }).catch(showError)
  const snooze = () => (snoozedUntil ? wake() : setOpened('snooze'))
  const claim = () => void (isMine ? releaseMail(id) : claimMail(id))
  const close = () => {
    if (isOver && mayReopen) void reopenMail(id)
    else if (!isOver) void closeMail(id)
  }
  usePageActions([
    { keys: 'r', label: 'Reply', can: () => state !== 'ignored', run: () => state !== 'ignored' && reply() },
    { keys: 'l', label: 'Link with an order', run: () => setOpened('link') },
    { keys: 'c', label: 'Claim or release', run: claim },
    { keys: 'e', label: isOver ? 'Open again' : 'Close', run: close },
    { keys: 'h', label: snoozedUntil ? 'Wake' : 'Snooze', run: snooze },
  ])
  return (
    <div className={classes.tools} role="toolbar" aria-label="What to do with the mail">
      <BackToList />
      {!answering && state !== 'ignored' && (
        <Button size="compact-sm" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={reply}>
          Reply
        </Button>
      )}
      <Tool icon={IconHandStop} onClick={claim}>
        {isMine ? 'Release' : 'Claim'}
      </Tool>
      <Tool icon={IconLink} onClick={() => setOpened('link')}>
        Link
      </Tool>
      <Tool icon={snoozedUntil ? IconPlayerPlay : IconClockPause} onClick={snooze}>
        {snoozedUntil ? 'Wake' : 'Snooze'}
      </Tool>
      {(!isOver || mayReopen) && (
        <Tool icon={isOver ? IconRefresh : IconArchive} onClick={close}>
          {isOver ? 'Open again' : 'Close'}
        </Tool>
      )}
      <Button
        size="compact-sm"
        variant="default"
        className={panes.toOrder}
        leftSection={<IconPackage size={16} aria-hidden />}
        onClick={() => change({ facts: true })}
      >
        Order
      </Button>
      <MoreTools mail={mail} openRaw={() => setOpened('raw')} />
      {opened === 'link' && (
        <LinkDialog
          mails={[mail]}
          link={(body) => linkMail(mail.id, body).then(() => 1)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'raw' && <RawDialog id={id} onClose={() => setOpened(null)} />}
      {opened === 'snooze' && <SnoozeMail id={id} onClose={() => setOpened(null)} />}
    </div>
  )
}

interface ToolProps {
  icon: typeof IconLink
  onClick: () => void
  children: string
}

const Tool = ({ icon: Icon, onClick, children }: ToolProps) => (
  <Button size="compact-sm" variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)

/** The way back to the list, on a screen that shows one part at a time. */
function BackToList() {
  const { change } = useInboxSearch()
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={panes.back}
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => change({ mail: undefined })}
    >
      Inbox
    </Button>
  )
}

function MoreTools({ mail, openRaw }: { mail: MailIn; openRaw: () => void }) {
  const { id, state, automatic, orders } = mail
  const mayReopen = automatic !== 'bounce' && automatic !== 'own'
  const unlink = async () => {
    await unlinkMail(id, {})
    showSuccess('The mail is linked with no order')
  }
  const get = () => void download(`${mailPath(id)}/raw`, `mail-${id}.eml`).catch(showError)
  return (
    <RowMenu
      label="More to do with the mail"
      actions={[
        ...(state === 'ignored' ? [] : [{ label: 'Ignore', icon: IconEyeOff, onClick: () => void ignoreMail(id) }]),
        ...(state === 'answered' && mayReopen
          ? [{ label: 'Open again', icon: IconRefresh, onClick: () => void reopenMail(id) }]
          : []),
        ...(orders.length > 0
          ? [{ label: 'Unlink', icon: IconUnlink, onClick: () => void unlink().catch(showError) }]
          : []),
        { label: 'Show the raw text', icon: IconFileText, onClick: openRaw },
        { label: 'Download as it came', icon: IconDownload, onClick: get },
      ]}
    />
  )
}

function SnoozeMail({ id, onClose }: { id: number; onClose: () => void }) {
  const { dateTime } = useDates()
  const snooze = async (until: string) => {
    await changeMail(id, 'snooze', { until })
    const undo = () => void changeMail(id, 'snooze', { until: null }).catch(showError)
    showSuccess(`Snoozed until ${dateTime(until)}`, { label: 'Undo', run: undo })
    onClose()
  }
  return <SnoozeForm title="Snooze" dueAt={null} snooze={snooze} onClose={onClose} />
}
