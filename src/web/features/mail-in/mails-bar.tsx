import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import type { MailInRow } from '#contract/mail-in/mail-in.ts'
import { SnoozeForm } from '#web/features/attention/shared/snooze-form.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import bar from '#web/ui/list/selection-bar.module.css'
import { LinkDialog } from './link-dialog.tsx'
import { changeMails, countedMails, type MailVerb, type Refused } from './shared/change-mail.ts'

/** What is done with the selected mails, below their list. Those that refuse stay selected, with the reason. */
export function MailsBar({ rows, selection }: { rows: readonly MailInRow[]; selection: Selection }) {
  const [dialog, setDialog] = useState<'link' | 'snooze' | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  const { busy, run } = useAttempt()
  const { dateTime } = useDates()
  const ids = selection.chosen
  /** Changes them all; returns those that were changed. */
  const change = async (verb: MailVerb, body?: object): Promise<number[]> => {
    const rest = await changeMails(ids, verb, body)
    const left = rest.map(({ id }) => id)
    setRefused(rest)
    selection.keep(left)
    return ids.filter((id) => !left.includes(id))
  }
  const say = (done: readonly number[], said: string, undo?: () => Promise<unknown>) => {
    const actions = undo ? [{ label: 'Undo', run: () => void run(undo) }] : []
    if (done.length > 0) showSuccess(`${countedMails(done.length)} ${said}`, ...actions)
  }
  const button = (label: string, verb: MailVerb, said: string, back?: MailVerb) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={busy}
      onClick={() =>
        void run(async () => {
          const done = await change(verb)
          say(done, said, back && (() => changeMails(done, back)))
        })
      }
    >
      {label}
    </Button>
  )
  const opener = (label: string, which: 'link' | 'snooze') => (
    <Button size="compact-sm" variant="default" disabled={busy} aria-haspopup="dialog" onClick={() => setDialog(which)}>
      {label}
    </Button>
  )
  const snooze = async (until: string) => {
    const done = await change('snooze', { until })
    say(done, `snoozed until ${dateTime(until)}`, () => changeMails(done, 'snooze', { until: null }))
    setDialog(null)
  }
  return (
    <>
      {refused.length > 0 && <Outcome rows={rows} refused={refused} onDismiss={() => setRefused([])} />}
      {ids.length > 0 && (
        <fieldset className={bar.bar} aria-label="Selected mails" data-foot>
          <span className={bar.count} role="status">
            {`${countedMails(ids.length)} selected`}
          </span>
          {button('Claim', 'claim', 'claimed for four hours', 'release')}
          {opener('Link', 'link')}
          {opener('Snooze', 'snooze')}
          {button('Close', 'close', 'closed', 'reopen')}
          {button('Ignore', 'ignore', 'ignored', 'reopen')}
          <CloseButton className={bar.clear} aria-label="Clear the selection" onClick={() => selection.keep([])} />
        </fieldset>
      )}
      {dialog === 'link' && (
        <LinkDialog
          mails={rows.filter(({ id }) => ids.includes(id))}
          link={async (body) => (await change('link', body)).length}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'snooze' && (
        <SnoozeForm
          title={`Snooze ${countedMails(ids.length)}`}
          dueAt={null}
          snooze={snooze}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

interface OutcomeProps {
  rows: readonly MailInRow[]
  refused: readonly Refused[]
  onDismiss: () => void
}

function Outcome({ rows, refused, onDismiss }: OutcomeProps) {
  const subjectOf = (id: number) => rows.find((row) => row.id === id)?.subject || 'No subject'
  return (
    <Notice warn role="alert" title={`${countedMails(refused.length)} could not be changed`}>
      <ul>
        {refused.map(({ id, reason }) => (
          <li key={id}>{`${subjectOf(id)}: ${reason}`}</li>
        ))}
      </ul>
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        Dismiss
      </Button>
    </Notice>
  )
}
