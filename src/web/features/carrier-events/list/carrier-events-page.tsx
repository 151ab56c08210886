import { NativeSelect } from '@mantine/core'
import { IconBroadcast } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  CARRIER_EVENT_STATE_LABELS,
  CARRIER_EVENT_STATES,
  type CarrierEventPage,
  type CarrierEventRow,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { eventsCall } from '#web/features/carrier-events/shared/carrier-events.ts'
import { eventWords, stateLook } from '#web/features/carrier-events/shared/event-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { EventDrawer } from './event-drawer.tsx'

const ALL = 'all'
/** The state that is shown first: what nobody's sailing takes waits for a person. */
const FIRST = 'unmatched'

/** Events of carriers by what became of them; those about no sailing first. */
export function CarrierEventsPage() {
  const { filters, setFilter } = useFilters(['state'])
  const shown =
    filters.state === ALL ? undefined : (CARRIER_EVENT_STATES.find((each) => each === filters.state) ?? FIRST)
  const list = useList(eventsCall(shown))
  const { dateTime } = useDates()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const [opened, setOpened] = useState<number | null>(null)
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
        onOpen={({ id }) => setOpened(id)}
        empty={
          <EmptyState icon={IconBroadcast} title={shown === FIRST ? 'Every event has its sailing' : 'No events'}>
            Carriers push events with an API key, by EDI or by mail, or a feed is asked for them.
          </EmptyState>
        }
      />
      <EventDrawer id={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

const columnsWith = (dateTime: (at: string | null) => string): Column<CarrierEventRow>[] => [
  { id: 'event', header: 'Event', width: 210, card: 'title', wraps: true, cell: eventWords },
  { id: 'at', header: 'When', width: 150, cell: ({ at }) => dateTime(at) },
  {
    id: 'place',
    header: 'Place',
    width: 150,
    wraps: true,
    cell: ({ placeCode, placeName }) => [placeCode, placeName].filter(Boolean).join(', '),
  },
  { id: 'container', header: 'Container', width: 130, cell: ({ container }) => container ?? '' },
  {
    id: 'voyage',
    header: 'Vessel and voyage',
    width: 170,
    wraps: true,
    cell: ({ vessel, vesselImo, voyage }) =>
      [vessel ?? (vesselImo && `IMO ${vesselImo}`), voyage].filter(Boolean).join(' '),
  },
  { id: 'sailing', header: 'Sailing', width: 120, cell: ({ sailing }) => sailing?.reference ?? '' },
  {
    id: 'state',
    header: 'State',
    width: 130,
    card: 'aside',
    cell: ({ state }) => <StatusBadge {...stateLook(state)} />,
  },
  { id: 'reason', header: 'Reason', width: 200, wraps: true, card: 'wide', cell: ({ reason }) => reason },
  { id: 'feed', header: 'Feed', width: 110, cell: ({ feed }) => feed.name },
]
