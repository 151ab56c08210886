import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ImpersonationEntry } from '#contract/clients/clients.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { viewsQuery } from './client-queries.ts'
import classes from './clients.module.css'

/** The members of staff who viewed the customer site as this client, and when. */
export function ClientViews({ id }: { id: number }) {
  const query = useQuery(viewsQuery(id))
  return (
    <section className={classes.panel} aria-labelledby="views">
      <SectionHead id="views" title="Viewed as this client" count={query.data?.length} />
      {query.isError && <Fault message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingBlock height={96} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconEye} title="No views yet">
          View opens the customer site as this client for one hour. Each view appears here.
        </EmptyState>
      )}
      <ul>
        {query.data?.map((row) => (
          <ViewRow key={row.id} clientId={id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function ViewRow({ clientId, row }: { clientId: number; row: ImpersonationEntry }) {
  const { dateTime } = useDates()
  const end = useMutation({
    mutationFn: (sessionId: number) =>
      request(nothing, `admin/user/${clientId}/impersonations/${sessionId}`, { method: 'DELETE' }),
    onError: (error) => showError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsQuery(clientId).queryKey }),
  })
  const { sessionId } = row
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <div className={classes.name}>{row.by}</div>
        <div className={classes.meta}>{dateTime(row.at)}</div>
      </div>
      {sessionId !== null && (
        <>
          <StatusBadge tone="info" icon={IconEye}>
            Open
          </StatusBadge>
          <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate(sessionId)}>
            End
          </Button>
        </>
      )}
    </li>
  )
}
