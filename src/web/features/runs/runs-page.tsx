import { IconListCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Run } from '#contract/runs/runs.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { runsCall } from './shared/run-calls.ts'
import { runLook } from './shared/run-looks.ts'
import { runTitle } from './shared/run-words.ts'

const columnsWith = ({ dateTime }: Dates): Column<Run>[] => [
  { id: 'createdAt', header: 'Started', width: 150, cell: ({ createdAt }) => dateTime(createdAt) },
  { id: 'what', header: 'What', width: 320, wraps: true, card: 'title', cell: runTitle },
  { id: 'by', header: 'By', width: 130, cell: ({ createdBy }) => createdBy?.name ?? EMPTY },
  { id: 'outcome', header: 'Outcome', width: 330, card: 'wide', cell: (run) => <StatusBadge {...runLook(run)} /> },
  { id: 'skipped', header: 'Left out', width: 80, align: 'right', cell: ({ skipped }) => skipped },
]

/** All runs on many orders, of all staff, newest first. */
export function RunsPage() {
  const router = useRouter()
  const list = useList(runsCall)
  const dates = useDates()
  const columns = useMemo(() => columnsWith(dates), [dates])
  const to = ({ id }: Run) => ({ to: '/runs/$runId', params: { runId: String(id) } }) as const
  return (
    <Page fill>
      <PageTitle title="Bulk changes" />
      <PagedTable
        label="Bulk changes"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/runs/${id}`}
        onOpen={(run) => void router.navigate(to(run))}
        empty={
          <EmptyState icon={IconListCheck} title="No bulk changes yet">
            Tick several orders in the orders list to set an event, change dates or more for all of them. What was done
            stays here.
          </EmptyState>
        }
      />
    </Page>
  )
}
