import { IconTimelineEvent } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { EventEntry } from '#contract/orders/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { EventItem } from './event-item.tsx'
import classes from './events.module.css'
import { type Besides, type Line, mergeHistory } from './merge-history.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface EventHistoryProps {
  /** The entries; undefined until they are loaded. */
  entries: readonly EventEntry[] | undefined
  besides: Besides
  mailDialog: (id: number, onClose: () => void) => ReactNode
}

/** A line of the history that is no event, beside its date. */
function LineItem({ line: { at, content } }: { line: Line }) {
  const { date, time } = useDates()
  return (
    <li className={classes.entry} data-note>
      <div className={classes.when}>
        {date(at)} <span className={classes.time}>{time(at)}</span>
      </div>
      <div className={classes.what}>{content}</div>
    </li>
  )
}

/** The dialog over the history, and its entry. */
interface Opened {
  what: 'mail' | 'correct' | 'withdraw'
  entry: EventEntry
}

/** Every event of the order, and what staff wrote about it, newest first. It shows once both are known. */
export function EventHistory({ entries, besides: { lines, older }, mailDialog }: EventHistoryProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  if (!entries || !lines) return <LoadingBlock height={240} />
  if (entries.length === 0 && lines.length === 0) {
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
        {mergeHistory(entries, lines).map((each) =>
          'event' in each ? (
            <EventItem
              key={each.id}
              entry={each}
              current={each === current}
              onOpen={(what) => setOpened({ what, entry: each })}
            />
          ) : (
            <LineItem key={each.key} line={each} />
          ),
        )}
      </ol>
      {older && <div className={classes.older}>{older}</div>}
      {opened?.what === 'mail' && opened.entry.mail && mailDialog(opened.entry.mail.id, close)}
      {opened?.what === 'correct' && <CorrectDialog entry={opened.entry} onClose={close} />}
      {opened?.what === 'withdraw' && <WithdrawDialog entry={opened.entry} onClose={close} />}
    </>
  )
}
