import type { Feed } from '#contract/carrier-events/feeds.ts'
import classes from '#web/features/carrier-events/shared/carrier-events.module.css'
import { useDates } from '#web/features/system/shared/settings.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

/** The beginning of the last message of a feed, as it came. */
export function LastMessage({
  feed: { name, lastMessage, lastMessageAt },
  onClose,
}: {
  feed: Feed
  onClose: () => void
}) {
  const { dateTime } = useDates()
  return (
    <Dialog opened onClose={onClose} title={`Last message of ${name}`} size="lg">
      {lastMessage === null ? (
        <p>No message has come yet.</p>
      ) : (
        <>
          <p className={classes.dim}>Came {dateTime(lastMessageAt)}</p>
          <pre className={classes.raw}>{lastMessage}</pre>
        </>
      )}
      <DialogButtons cancel="Close" onCancel={onClose} />
    </Dialog>
  )
}
