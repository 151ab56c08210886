import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ViewedList } from '#contract/views/view.ts'
import { VIEW_TRASH_DAYS } from '#contract/views/views.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import classes from '#web/model/views/views.module.css'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { deletedViewsQuery, useRestoreView } from './view-calls.ts'

/** Views that this person or, of the team's, anybody deleted, for as long as they can be restored. */
export function DeletedViews({ list, onClose }: { list: ViewedList; onClose: () => void }) {
  const query = useQuery(deletedViewsQuery(list))
  const { mutate: restore, isPending, variables } = useRestoreView()
  const { dateTime } = useDates()
  const fault = faultOf(query.error)
  return (
    <Dialog opened onClose={onClose} title="Deleted views">
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.isPending && <LoadingBlock height={80} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconTrash} title="No deleted views">
          A deleted view stays here for {VIEW_TRASH_DAYS} days.
        </EmptyState>
      )}
      <ul className={classes.deleted}>
        {query.data?.map(({ id, name, deletedAt }) => (
          <li key={id}>
            <div>
              <div>{name}</div>
              <div className={classes.dim}>Deleted {dateTime(deletedAt)}</div>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Restore ${name}`}
              loading={isPending && variables === id}
              onClick={() => restore(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
