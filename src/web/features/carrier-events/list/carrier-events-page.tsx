import { NativeSelect } from '@mantine/core'
import { IconBroadcast } from '@tabler/icons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  CARRIER_EVENT_STATE_LABELS,
  CARRIER_EVENT_STATES,
  type CarrierEventPage,
  type CarrierEventRow,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { eventsCall } from '#web/features/carrier-events/shared/carrier-events.ts'
import { eventWords, stateLook } from '#web/features/carrier-events/shared/event-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { recordId } from '#web/lib/browser/record-id.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { EventDrawer } from './event-drawer.tsx'

const route = getRouteApi('/staff/carrier-events')
const ALL = 'all'
/** The state that is shown first: what nobody's sailing takes waits for a person. */
const FIRST = 'unmatched'

/** Events of carriers by what became of them; those about no sailing first. */
export function CarrierEventsPage() {
  const { filters, setFilter } = useFilters(['state', 'event'])
  const shown =
    filters.state === ALL ? undefined : (CARRIER_EVENT_STATES.find((each) => each === filters.state) ?? FIRST)
  const list = useList(eventsCall(shown))
  const { dateTime } = useDates()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const navigate = route.useNavigate()
  const router = useRouter()
  const search = route.useSearch()
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, event: id }), resetScroll: false })
  const counts = (list.page as CarrierEventPage | undefined)?.counts
  const labelOf = (state: (typeof CARRIER_EVENT_STATES)[number]) =>
    `${CARRIER_EVENT_STATE_LABELS[state]}${counts ? ` ${counts[state]}` : ''}`
  return (
    <Page fill>
      <PageTitle title="Carrier events">
        <NativeSelect
          aria-label="State"
          value={shown === FIRST ? '' : (shown ?? ALL)}
          onChange={(event) => setFilter('state', event.currentTarget.value || null)}
          data={[
            { value: '', label: labelOf(FIRST) },
            ...CARRIER_EVENT_STATES.filter((state) => state !== FIRST).map((state) => ({
              value: state,
              label: labelOf(state),
            })),
            { value: ALL, label: 'All' },
          ]}
        />
      </PageTitle>
      <PagedTable
        label="Carrier events"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => router.buildLocation({ to: '/carrier-events', search: { ...search, event: id } }).href}
        onOpen={({ id }) => show(id)}
        empty={
          <EmptyState icon={IconBroadcast} title={shown === FIRST ? 'Every event has its sailing' : 'No events'}>
            Carriers push events with an API key, by EDI or by mail, or a feed is asked for them.
          </EmptyState>
        }
      />
      <EventDrawer id={recordId(filters.event ?? '') || null} onClose={() => show(undefined)} />
    </Page>
  )
}

const columnsWith = (dateTime: (at: string | null) => string): Column<CarrierEventRow>[] => [
  { id: 'event', header: 'Event', width: 190, card: 'title', wraps: true, cell: eventWords },
  { id: 'at', header: 'When', width: 145, cell: ({ at }) => dateTime(at) },
  {
    id: 'place',
    header: 'Place',
    width: 90,
    title: ({ placeCode, placeName }) => [placeCode, placeName].filter(Boolean).join(', '),
    cell: ({ placeCode, placeName }) => placeCode ?? placeName ?? EMPTY,
  },
  { id: 'container', header: 'Container', width: 120, cell: ({ container }) => container ?? EMPTY },
  {
    id: 'voyage',
    header: 'Vessel and voyage',
    width: 150,
    wraps: true,
    cell: ({ vessel, vesselImo, voyage }) =>
      [vessel ?? (vesselImo && `IMO ${vesselImo}`), voyage].filter(Boolean).join(' ') || EMPTY,
  },
  { id: 'sailing', header: 'Sailing', width: 110, cell: ({ sailing }) => sailing?.reference ?? EMPTY },
  {
    id: 'state',
    header: 'State',
    width: 120,
    card: 'aside',
    cell: ({ state }) => <StatusBadge {...stateLook(state)} />,
  },
  { id: 'reason', header: 'Reason', width: 160, wraps: true, card: 'wide', cell: ({ reason }) => reason || EMPTY },
]
