import { Button } from '@mantine/core'
import { IconTrashOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeletedClient, RESTORE_DAYS } from '#contract/clients/clients.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { useRestoreClient } from './client-changes.ts'
import { deletedClientsQuery } from './client-queries.ts'
import classes from './clients.module.css'
import { bookingRequests } from './delete-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'

/** Clients deleted in the last 30 days, which can be restored. */
export function DeletedClientsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(deletedClientsQuery)
  const isAdmin = useIsAdmin()
  const [erasing, setErasing] = useState<DeletedClient | null>(null)
  if (erasing) return <EraseDialog client={erasing} onClose={() => setErasing(null)} />
  return (
    <Dialog opened onClose={onClose} title="Deleted clients" size="lg">
      {query.isError && <Fault message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingBlock height={120} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconTrashOff} title="No deleted clients">
          Deleted clients appear here for {RESTORE_DAYS} days and can be restored with their booking requests.
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <ul>
          {query.data.map((row) => (
            <DeletedRow key={row.id} row={row} onErase={isAdmin ? () => setErasing(row) : null} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function DeletedRow({ row, onErase }: { row: DeletedClient; onErase: (() => void) | null }) {
  const { dateTime, date } = useDates()
  const restore = useRestoreClient()
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <div className={classes.name}>
          {row.username}, {row.companyName}
        </div>
        <div className={classes.meta}>
          Deleted {dateTime(row.deletedAt)}
          {row.deletedBy && ` by ${row.deletedBy}`} · {bookingRequests(row.orders)} · can be restored until{' '}
          {date(row.purgedAt)}
        </div>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Restore ${row.username}`}
        loading={restore.isPending}
        onClick={() => restore.mutate(row.id)}
      >
        Restore
      </Button>
      {onErase && (
        <Button size="compact-sm" variant="default" aria-label={`Erase ${row.username} now`} onClick={onErase}>
          Erase now
        </Button>
      )}
    </li>
  )
}
