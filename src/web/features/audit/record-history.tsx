import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry, HistoryOf } from '#contract/audit/audit.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import classes from './audit.module.css'
import { AuditChanges } from './audit-changes.tsx'
import { historyQuery } from './audit-queries.ts'
import { actionLabel } from './audit-words.ts'

interface RecordHistoryProps {
  of: HistoryOf
  id: number
}

/** A button that shows who changed a record, when, and its fields before and after. */
export function RecordHistory({ of, id }: RecordHistoryProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Tooltip label="Changes">
        <ActionIcon
          size={28}
          className={classes.button}
          variant="subtle"
          color="gray"
          aria-label="Changes"
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened && <RecordChanges of={of} id={id} onClose={() => setOpened(false)} />}
    </>
  )
}

/** The changes of a record in a dialog. */
export function RecordChanges({ of, id, onClose }: RecordHistoryProps & { onClose: () => void }) {
  const query = useInfiniteQuery(historyQuery(of, id))
  const fault = faultOf(query.error)
  const entries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Dialog opened onClose={onClose} title="Changes" size={760}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!entries && !fault && <LoadingBlock height={240} />}
      {entries?.length === 0 && (
        <EmptyState icon={IconHistory} title="No changes yet">
          Every change appears here: who made it, and the fields before and after.
        </EmptyState>
      )}
      <ol className={classes.entries}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { dateTime } = useDates()
  return (
    <li>
      <div className={classes.entryHead}>
        <span className={classes.action}>{actionLabel(entry.action)}</span>
        <span className={classes.dim}>
          {dateTime(entry.at)}, {entry.impersonator ?? entry.user ?? 'automatically'}
          {entry.apiKey && `, API key ${entry.apiKey}`}
        </span>
      </div>
      {(entry.before || entry.after) && <AuditChanges entry={entry} />}
    </li>
  )
}
