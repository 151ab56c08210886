import { IconTimelineEvent } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { EventEntry } from '#contract/orders/orders.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { EventItem } from './event-item.tsx'
import classes from './events.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface EventHistoryProps {
  /** The entries; undefined until they are loaded. */
  entries: readonly EventEntry[] | undefined
  mailDialog: (id: number, onClose: () => void) => ReactNode
}

/** The dialog over the history, and its entry. */
interface Opened {
  what: 'mail' | 'correct' | 'withdraw'
  entry: EventEntry
}

/** Every event of the order, newest first. */
export function EventHistory({ entries, mailDialog }: EventHistoryProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  if (!entries) return <LoadingBlock height={240} />
  if (entries.length === 0) {
    return (
      <EmptyState icon={IconTimelineEvent} title="No events yet">
        Events appear here with their comments, documents and mails.
      </EmptyState>
    )
  }
  const current = entries.find(({ withdrawnAt }) => withdrawnAt === null)
  return (
    <>
      <ol className={classes.history} aria-label="Events history">
        {entries.map((entry) => (
          <EventItem
            key={entry.id}
            entry={entry}
            current={entry === current}
            onOpen={(what) => setOpened({ what, entry })}
          />
        ))}
      </ol>
      {opened?.what === 'mail' && opened.entry.mail && mailDialog(opened.entry.mail.id, close)}
      {opened?.what === 'correct' && <CorrectDialog entry={opened.entry} onClose={close} />}
      {opened?.what === 'withdraw' && <WithdrawDialog entry={opened.entry} onClose={close} />}
    </>
  )
}
