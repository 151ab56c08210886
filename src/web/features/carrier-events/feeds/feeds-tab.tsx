import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBroadcast,
  IconCircleCheck,
  IconClock,
  IconFileText,
  IconPlayerPause,
  IconPlugConnected,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { FEED_KIND_LABELS, FEED_KINDS, type Feed, feeds, isAsked } from '#contract/carrier-events/feeds.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { type Field, type InputProps, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { RecordsTab } from '#web/ui/resource/records-tab.tsx'
import { runFeed } from './feed-calls.ts'
import { LastMessage } from './last-message.tsx'
import { MappingInput, showMapping } from './mapping-input.tsx'
import { TryFeed } from './try-feed.tsx'

const carrierName = ({ name }: { name: string }) => name

/** The carrier whose feed it is. The row knows its id alone, so its name is read first. */
function CarrierInput({ input, id }: { input: InputProps; id: number | null }) {
  const { data } = useQuery({ ...resourceQueries<typeof carriers.row>(carriers).get(Number(id)), enabled: id !== null })
  return (
    <RecordSelect
      key={data?.id}
      input={input}
      resource={carriers}
      labelOf={carrierName}
      known={data && { id: data.id, label: data.name }}
      placeholder="Any"
    />
  )
}

const FIELDS: readonly Field<typeof feeds.row, typeof feeds.input>[] = [
  {
    ...textField('name', 'Name'),
    render: (input, { row }) => (
      <TextInput
        {...input}
        withAsterisk
        autoComplete="off"
        disabled={row?.fixed}
        description={row?.fixed ? 'This feed is always there: it keeps its name and kind.' : undefined}
      />
    ),
  },
  {
    name: 'kind',
    label: 'Kind',
    render: (input, { row }) => (
      <NativeSelect
        {...input}
        disabled={row?.fixed}
        data={FEED_KINDS.map((value) => ({ value, label: FEED_KIND_LABELS[value] }))}
      />
    ),
    shown: (value) => FEED_KIND_LABELS[FEED_KINDS.find((kind) => kind === value) ?? 'push'],
  },
  numberField('everyMinutes', 'Minutes between readings', { whole: true, width: 'half' }),
  {
    name: 'carrierId',
    label: 'Carrier',
    width: 'half',
    render: (input, { row }) => <CarrierInput input={input} id={row?.carrierId ?? null} />,
    shown: (id) => <RecordName resource={carriers} labelOf={carrierName} id={id} />,
  },
  textField('url', 'Address that lists the events, of a feed that we ask', { optional: true }),
  {
    name: 'auth',
    label: 'Authorization, as its header says it',
    render: (input, { row }) => (
      <PasswordInput
        {...input}
        value={input.value ?? ''}
        autoComplete="new-password"
        description={
          row?.hasAuth
            ? 'Leave it empty to keep the one that is stored'
            : 'Such as Bearer and a key; it is kept encrypted'
        }
      />
    ),
    shown: () => '•••',
  },
  {
    name: 'mapping',
    label: 'Meaning of codes',
    render: (input, { form }) => <MappingInput input={input} form={form} />,
    shown: (mapping) => showMapping(mapping) || EMPTY,
  },
  switchField('active', 'In use', ['On', 'Off']),
]

const BLANK = {
  ...({ name: '', kind: 'dcsa-2', carrierId: null, url: '', auth: '' } as const),
  ...{ everyMinutes: 60, mapping: null, active: true },
}

/** Feeds of carriers: whether each can be read, a try, and its last message. */
export function FeedsTab() {
  const [opened, setOpened] = useState<{ what: 'try' | 'message'; feed: Feed } | null>(null)
  const { dateTime } = useDates()
  const { run } = useAttempt()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const close = () => setOpened(null)
  const actions = useCallback(
    (feed: Feed) => [
      ...(isAsked(feed.kind)
        ? [
            { label: 'Try', icon: IconPlugConnected, onClick: () => setOpened({ what: 'try', feed }) },
            { label: 'Read now', icon: IconRefresh, onClick: () => void run(() => runFeed(feed)) },
          ]
        : []),
      { label: 'Last message', icon: IconFileText, onClick: () => setOpened({ what: 'message', feed }) },
    ],
    [run],
  )
  return (
    <>
      <RecordsTab
        resource={feeds}
        label="Feeds"
        icon={IconBroadcast}
        columns={columns}
        fields={FIELDS}
        blank={BLANK}
        empty={{ title: 'No feeds', about: 'Events of carriers come in here.' }}
        actions={actions}
        mayRemove={isRemovable}
        consequence="A feed whose events are here can only be switched off."
      />
      {opened?.what === 'try' && <TryFeed feed={opened.feed} onClose={close} />}
      {opened?.what === 'message' && <LastMessage feed={opened.feed} onClose={close} />}
    </>
  )
}

const isRemovable = ({ fixed }: Feed) => !fixed

function lookOf({ active, failingSince, lastOkAt }: Feed) {
  if (!active) return { tone: 'neutral', icon: IconPlayerPause, children: 'Switched off' } as const
  if (failingSince) return { tone: 'bad', icon: IconAlertTriangle, children: 'Failing' } as const
  if (!lastOkAt) return { tone: 'neutral', icon: IconClock, children: 'Nothing yet' } as const
  return { tone: 'good', icon: IconCircleCheck, children: 'Working' } as const
}

const columnsWith = (dateTime: (at: string | null) => string): Column<Feed>[] => [
  { id: 'name', header: 'Name', width: 150, wraps: true, card: 'title', cell: ({ name }) => name },
  { id: 'kind', header: 'Kind', width: 190, wraps: true, cell: ({ kind }) => FEED_KIND_LABELS[kind] },
  { id: 'url', header: 'Address', width: 220, wraps: true, card: 'wide', cell: ({ url }) => url ?? '' },
  { id: 'state', header: 'State', width: 135, card: 'aside', cell: (feed) => <StatusBadge {...lookOf(feed)} /> },
  { id: 'lastOkAt', header: 'Last message', width: 160, cell: ({ lastOkAt }) => dateTime(lastOkAt) },
  {
    id: 'reason',
    header: 'Reason',
    width: 210,
    wraps: true,
    card: 'wide',
    cell: ({ failingSince, reason }) => (failingSince ? `Since ${dateTime(failingSince)}: ${reason ?? ''}` : ''),
  },
]
