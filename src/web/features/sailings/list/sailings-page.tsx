import { Button, NativeSelect } from '@mantine/core'
import { IconBroadcast, IconCopy, IconPlus, IconSailboat } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { SAILING_STATUS_LABELS, SAILING_STATUSES } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { COPY_SAILING, CopyDialog } from '#web/features/sailings/shared/copy-dialog.tsx'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { SailingDialog } from '#web/features/sailings/shared/sailing-dialog.tsx'
import { containersQuery, sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAsked } from '#web/lib/browser/use-asked.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { sailingColumns } from './sailing-columns.tsx'
import { impliedFilters, sailingsCall } from './sailings-call.ts'

const STATUSES = [
  { value: '', label: 'Not departed' },
  ...SAILING_STATUSES.map((value) => ({ value, label: SAILING_STATUS_LABELS[value] })),
  { value: 'all', label: 'All sailings' },
]

/** The sailings that cargo can go with, the next cut-off first. */
export function SailingsPage() {
  const router = useRouter()
  const cache = useQueryClient()
  const dates = useDates()
  const { filters, setFilter } = useFilters(['status'])
  const shown = useShownView('sailings')
  const columns = useMemo(() => sailingColumns(dates), [dates])
  const viewed = useViewedList(shown, columns, sailingsCall(filters.status, shown ?? {}))
  const { list } = viewed
  const ownFilter = !shown?.viewed?.view && !shown?.filters['f.status']
  const exporting = useExport(sailings.path, 'Sailings', { query: list.shown })
  const [opened, setOpened] = useState<'new' | Sailing | null>(null)
  const close = () => setOpened(null)
  useAsked('new', () => setOpened('new'))
  const intend = ({ id }: Pick<Sailing, 'id'>) => {
    void cache.prefetchQuery(sailingQuery(id))
    void cache.prefetchQuery(containersQuery({ sailingId: id }))
    void cache.prefetchQuery(loadedQuery(id, null))
    void router.preloadRoute({ to: '/sailings/$sailingId', params: { sailingId: String(id) } })
  }
  const open = (row: Pick<Sailing, 'id'>) => {
    intend(row)
    void router.navigate({ href: hrefOf(row) })
  }
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      New sailing
    </Button>
  )
  return (
    <Page fill>
      <PageTitle title="Sailings">
        <TextSearch
          label="Search sailings"
          placeholder="Vessel, voyage or reference"
          value={list.state.search}
          onChange={list.searchFor}
        />
        {ownFilter && (
          <NativeSelect
            aria-label="Status"
            data={STATUSES}
            value={filters.status ?? ''}
            onChange={(event) => setFilter('status', event.currentTarget.value || null)}
          />
        )}
        <ButtonLink to="/carrier-events" variant="default" leftSection={<IconBroadcast size={16} aria-hidden />}>
          Carrier events
        </ButtonLink>
        <ExportMenu {...exporting} />
        {add}
      </PageTitle>
      <ViewedTable
        label="Sailings"
        viewed={viewed}
        bar={{
          list: 'sailings',
          ownParameters: ['status'],
          implied: ownFilter ? impliedFilters(filters.status) : {},
        }}
        rowHref={hrefOf}
        onOpen={open}
        onIntent={intend}
        actions={(row) => (
          <RowMenu
            label={`Actions for ${row.reference}`}
            actions={[{ label: COPY_SAILING, icon: IconCopy, onClick: () => setOpened(row) }]}
          />
        )}
        empty={<NoSailings narrowed={Boolean(list.state.search || filters.status || shown?.viewed)} add={add} />}
      />
      {opened === 'new' && <SailingDialog sailing={null} onClose={close} onSaved={open} />}
      {opened && opened !== 'new' && <CopyDialog sailing={opened} onClose={close} />}
    </Page>
  )
}

const NoSailings = ({ narrowed, add }: { narrowed: boolean; add: ReactNode }) =>
  narrowed ? (
    <EmptyState icon={IconSailboat} title="No sailings found" />
  ) : (
    <EmptyState icon={IconSailboat} title="No sailings ahead" action={add}>
      Sailings that cargo can still go with appear here, the next cut-off first.
    </EmptyState>
  )

const hrefOf = ({ id }: Pick<Sailing, 'id'>) => `/sailings/${id}`
