import { Button } from '@mantine/core'
import { IconMail, IconPackageImport } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { arrival, arrivals } from '#contract/arrivals/arrivals.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { toggle, useSelection } from '#web/lib/list/selection.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { selectColumn } from '#web/ui/list/select-box.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { type ArrivalRow, arrivalColumns, nameOf } from './arrival-columns.tsx'
import { ArrivalsBar } from './arrivals-bar.tsx'

/** The orders that get arrival notices: those of a sailing, or some. */
export type Notified = { sailingId: number } | { rows: readonly ArrivalRow[] }

/** A row with a number for its key: even for containers, odd for orders. */
const row = arrival.transform((found): ArrivalRow => {
  const id = Number(found.key.slice(1)) * 2
  return { ...found, id: found.key.startsWith('o') ? id + 1 : id }
})

const call = {
  key: [arrivals.key],
  path: arrivals.path,
  row,
  sortKeys: arrivals.sortable,
  byDefault: { column: 'lastFreeDay', descending: false },
}

const ONE_SAILING = 'Filter the list by one sailing first, or select orders.'

/** The one sailing that a list is filtered by; null for all, or several. */
const sailingIn = (filters: Record<string, unknown>) => {
  const [, id] = /^is:(\d+)$/.exec(String(filters['f.sailing'] ?? '')) ?? []
  return id === undefined ? null : Number(id)
}

/** What is at the destination, with its clocks and releases: the first last free day first. */
export function ArrivalsList({ notify }: { notify: (whom: Notified) => void }) {
  const router = useRouter()
  const dates = useDates()
  const shown = useShownView('arrivals')
  const columns = useMemo(() => arrivalColumns(dates), [dates])
  const filters = shown?.filters ?? {}
  const viewed = useViewedList(shown, columns, listCall({ ...call, filters }))
  const { list } = viewed
  const rows = list.page?.items
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows])
  const selection = useSelection(ids)
  const { ticked } = selection
  const withBoxes = useMemo(
    () => [selectColumn<ArrivalRow>(ticked, ids, nameOf), ...viewed.columns],
    [ticked, ids, viewed.columns],
  )
  const sailingId = sailingIn(filters)
  const notifySailing = () => sailingId !== null && notify({ sailingId })
  usePageActions([
    {
      keys: 'x',
      label: 'Select the row',
      move: true,
      run: () => {
        const focused = focusedRow(rows ?? [])
        if (focused) toggle(ticked, focused.id)
      },
    },
    { label: 'Send arrival notices for this sailing', can: () => sailingId !== null, run: notifySailing },
  ])
  const exporting = useExport(arrivals.path, 'Arrivals', { query: list.shown })
  const isNarrowed = Boolean(list.state.search || shown?.viewed)
  return (
    <Page fill>
      <PageTitle title="Arrivals">
        <TextSearch
          label="Search arrivals"
          placeholder="Container, order, company or sailing"
          value={list.state.search}
          onChange={list.searchFor}
        />
        <ExportMenu {...exporting} />
        <DisabledReason reason={sailingId === null ? ONE_SAILING : null}>
          <Button
            leftSection={<IconMail size={16} aria-hidden />}
            aria-haspopup="dialog"
            data-disabled={sailingId === null ? true : undefined}
            aria-disabled={sailingId === null}
            onClick={notifySailing}
          >
            Send arrival notices
          </Button>
        </DisabledReason>
      </PageTitle>
      <ViewedTable
        label="Arrivals"
        viewed={{ ...viewed, columns: withBoxes }}
        bar={{ list: 'arrivals' }}
        rowHref={hrefOf}
        onOpen={(opened) => void router.navigate({ href: hrefOf(opened) })}
        empty={
          isNarrowed ? (
            <EmptyState icon={IconPackageImport} title="No arrivals found" />
          ) : (
            <EmptyState icon={IconPackageImport} title="Nothing has arrived">
              Containers of arrived sailings and orders that wait for their delivery are listed here.
            </EmptyState>
          )
        }
      />
      <ArrivalsBar rows={rows ?? []} selection={selection} notify={(chosen) => notify({ rows: chosen })} />
    </Page>
  )
}

/** An order has its clocks and release on its page, a container of several orders on that of its sailing. */
const hrefOf = ({ order, sailing }: ArrivalRow) =>
  order ? `/orders/${order.id}` : sailing ? `/sailings/${sailing.id}` : '/arrivals'
