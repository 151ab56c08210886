import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBroadcast,
  IconCircleCheck,
  IconClock,
  IconFileText,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { FEED_KIND_LABELS, FEED_KINDS, type Feed, feeds, isAsked } from '#contract/carrier-events/feeds.ts'
import { carriers } from '#contract/reference/carriers.ts'
import classes from '#web/features/carrier-events/shared/carrier-events.module.css'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { type Field, type InputProps, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { RecordDialog } from '#web/ui/resource/record-dialog.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { runFeed } from './feed-calls.ts'
import { LastMessage } from './last-message.tsx'
import { MappingInput, showMapping } from './mapping-input.tsx'
import { TryFeed } from './try-feed.tsx'

const call = resourceQueries<typeof feeds.row>(feeds).list()

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

type Opened = { what: 'add' } | { what: 'edit' | 'try' | 'message' | 'remove'; feed: Feed } | null

/** Feeds of carriers: whether each can be read, a try, and its last message. */
export function FeedsTab() {
  const [opened, setOpened] = useState<Opened>(null)
  const list = useList(call)
  const { dateTime } = useDates()
  const { run } = useAttempt()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const close = () => setOpened(null)
  const actions = useCallback(
    (feed: Feed) => (
      <RowMenu
        label={`Actions for ${feed.name}`}
        actions={[
          ...(isAsked(feed.kind)
            ? [
                { label: 'Try', icon: IconPlugConnected, onClick: () => setOpened({ what: 'try', feed }) },
                { label: 'Read now', icon: IconRefresh, onClick: () => void run(() => runFeed(feed)) },
              ]
            : []),
          { label: 'Last message', icon: IconFileText, onClick: () => setOpened({ what: 'message', feed }) },
          { label: 'Edit', icon: IconPencil, onClick: () => setOpened({ what: 'edit', feed }) },
          ...(feed.fixed
            ? []
            : [{ label: 'Delete', icon: IconTrash, onClick: () => setOpened({ what: 'remove', feed }) }]),
        ]}
      />
    ),
    [run],
  )
  const dialog = { resource: feeds, fields: FIELDS, blank: BLANK, onClose: close }
  return (
    <>
      <div className={classes.tools}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'add' })}>
          Add feed
        </Button>
      </div>
      <PagedTable
        label="Feeds"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={(feed) => setOpened({ what: 'edit', feed })}
        actions={actions}
        empty={
          <EmptyState icon={IconBroadcast} title="No feeds">
            Events of carriers come in here.
          </EmptyState>
        }
      />
      {opened?.what === 'add' && <RecordDialog {...dialog} row={null} />}
      {opened?.what === 'edit' && <RecordDialog {...dialog} row={opened.feed} />}
      {opened?.what === 'try' && <TryFeed feed={opened.feed} onClose={close} />}
      {opened?.what === 'message' && <LastMessage feed={opened.feed} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveDialog
          resource={feeds}
          id={opened.feed.id}
          name={opened.feed.name}
          consequence="A feed whose events are here can only be switched off."
          onClose={close}
        />
      )}
    </>
  )
}

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
