import { SegmentedControl } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { keysOf } from '#contract/lib/record-of.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { nounOf, type RunItem, type RunNoun, type RunWithMails } from '#contract/runs/runs.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { recordId } from '#web/lib/browser/record-id.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { itemsCall, runQuery } from './shared/run-calls.ts'
import { ITEM_STATE_LABELS, itemLook } from './shared/run-looks.ts'
import { reasonWords, runTitle } from './shared/run-words.ts'

const route = getRouteApi('/staff/runs/$runId')

/** The name of a row: its order or offer, or the row of the file and the record that it made. */
function nameOf({ trackingCode, reference, row, clientId }: RunItem): string {
  if (reference) return reference
  const made = trackingCode ? formatTrackingCode(trackingCode) : clientId === null ? '' : 'Client'
  if (row === null) return made || 'Deleted'
  return made ? `Row ${row}: ${made}` : `Row ${row}`
}

/** The page that a row leads to. */
const pathOf =
  (noun: RunNoun) =>
  ({ orderId, offerId, clientId }: RunItem) => {
    if (orderId !== null) return `/orders/${orderId}`
    if (offerId !== null) return `/offers/${offerId}`
    return clientId === null ? `/${noun === 'offer' ? 'offers' : 'orders'}` : `/clients/${clientId}`
  }

const columnsOf = (noun: RunNoun): Column<RunItem>[] => [
  {
    id: 'order',
    header: noun === 'offer' ? 'Offer' : 'Order',
    width: 170,
    card: 'title',
    cell: nameOf,
  },
  { id: 'company', header: 'Company', width: 220, wraps: true, cell: ({ companyName }) => companyName || EMPTY },
  {
    id: 'state',
    header: 'State',
    width: 120,
    card: 'aside',
    cell: ({ state }) => <StatusBadge {...itemLook(state)} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 420,
    wraps: 'whole',
    noLink: true,
    card: 'wide',
    cell: ({ reason }) => reasonWords(reason),
  },
]

/** One run on many orders or offers: its progress, its actions, and each of them. */
export function RunPage() {
  const id = recordId(route.useParams().runId)
  if (id === 0) return <Navigate to="/runs" replace />
  return <OneRun key={id} id={id} />
}

function OneRun({ id }: { id: number }) {
  const query = useQuery(runQuery(id))
  const run = query.data
  const fault = faultOf(query.error)
  if (!run)
    return (
      <Page>
        <PageTitle title="Bulk change" />
        {fault ? <Fault {...fault} onRetry={() => void query.refetch()} /> : <LoadingBlock height={120} />}
      </Page>
    )
  return <Shown run={run} />
}

/** The number of its rows, whatever their state. */
const allOf = ({ rows }: RunWithMails) => Object.values(rows).reduce((sum, count) => sum + count, 0)

function Shown({ run }: { run: RunWithMails }) {
  const router = useRouter()
  const { filters, setFilter } = useFilters(['state'])
  const state = keysOf(ITEM_STATE_LABELS).find((each) => each === filters.state)
  const list = useList(itemsCall(run.id, state))
  const exporting = useExport(`runs/${run.id}`, `Bulk change ${run.id}`)
  const counts = run.rows
  const noun = nounOf(run.kind)
  const nouns = noun === 'offer' ? 'offers' : 'orders'
  const columns = useMemo(() => columnsOf(noun), [noun])
  const toPage = useMemo(() => pathOf(noun), [noun])
  const choices = useMemo(
    () => keysOf(ITEM_STATE_LABELS).filter((each) => counts[each] > 0 || each === state),
    [counts, state],
  )
  const progress = `${Object.values(run.rows).join()} ${run.finishedAt}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are read again whenever the run is further
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: itemsCall(run.id, undefined).key })
  }, [run.id, progress])
  return (
    <Page fill>
      <PageTitle title={runTitle(run)}>
        <ExportMenu {...exporting} />
      </PageTitle>
      <RunOutcome run={run} />
      <div>
        <SegmentedControl
          size="xs"
          mb={8}
          aria-label={`Which ${nouns}`}
          value={state ?? ''}
          onChange={(value) => setFilter('state', value || null)}
          data={[
            { value: '', label: `All ${allOf(run)}` },
            ...choices.map((each) => ({ value: each, label: `${ITEM_STATE_LABELS[each]} ${counts[each]}` })),
          ]}
        />
      </div>
      <PagedTable
        label={noun === 'offer' ? 'Offers' : 'Orders'}
        list={list}
        columns={columns}
        rowKey={({ orderId, offerId, trackingCode, row }) => row ?? orderId ?? offerId ?? trackingCode ?? ''}
        rowHref={toPage}
        onOpen={(item) => void router.navigate({ to: toPage(item) })}
        empty={<EmptyState icon={IconListCheck} title={`No ${nouns} in this state`} />}
      />
    </Page>
  )
}
