import { useQuery } from '@tanstack/react-query'
import { type Inbox, TRY_INBOX_PATH, triedInbox } from '#contract/mail-in/inboxes.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** Tries to open a mailbox, and says what its server answered. */
export function TryDialog({ inbox: { id, name }, onClose }: { inbox: Inbox; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['inboxes', 'try', id],
    queryFn: ({ signal }) => request(triedInbox, `${TRY_INBOX_PATH}/${id}/try`, { method: 'POST', signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const fault = faultOf(query.error)
  const { data } = query
  return (
    <Dialog opened onClose={onClose} title={`Try ${name}`}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!data && !fault && <LoadingBlock height={70} />}
      {data && (
        <Notice
          warn={!data.ok}
          role={data.ok ? 'status' : 'alert'}
          title={data.ok ? 'It can be read' : 'It cannot be read'}
        >
          {data.message}
          {data.folders.length > 0 && <div>Folders: {data.folders.join(', ')}</div>}
        </Notice>
      )}
      <DialogButtons cancel="Close" onCancel={onClose} />
    </Dialog>
  )
}
