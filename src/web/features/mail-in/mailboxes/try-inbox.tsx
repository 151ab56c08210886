import { type Inbox, TRY_INBOX_PATH, triedInbox } from '#contract/mail-in/inboxes.ts'
import { request } from '#web/lib/api/api.ts'
import { TryDialog } from '#web/ui/dialog/try-dialog.tsx'

const ask = (id: number, signal: AbortSignal) =>
  request(triedInbox, `${TRY_INBOX_PATH}/${id}/try`, { method: 'POST', signal })

/** Tries to open a mailbox, and says what its server answered. */
export const TryInbox = ({ inbox: { id, name }, onClose }: { inbox: Inbox; onClose: () => void }) => (
  <TryDialog of={{ key: 'inboxes', id, name }} ask={ask} heading={() => 'It can be read'} onClose={onClose}>
    {({ message, folders }) => (
      <>
        {message}
        {folders.length > 0 && <div>Folders: {folders.join(', ')}</div>}
      </>
    )}
  </TryDialog>
)
