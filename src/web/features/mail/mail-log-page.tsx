import { NativeSelect } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { MAIL_STATE_LABELS, MailState, mailState } from '#contract/codes/mail-state.ts'
import { RecipientRole } from '#contract/mail/mail-codes.ts'
import { MAIL_KIND_LABELS } from '#contract/mail/mail-filters.ts'
import type { Mail } from '#contract/mail/mails.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY, LONG_TIME } from '#web/lib/format/dates.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { mailsCall } from './mail-queries.ts'
import classes from './mails.module.css'
import { RetryAll } from './retry-all.tsx'
import { mailStateLook } from './shared/mail-looks.ts'
import { mailReason } from './shared/mail-reason.ts'

const route = getRouteApi('/staff/mail-log')

/** Reasons why mails have not been sent, each once. */
const reasonsOf = (deliveries: Mail['deliveries']) =>
  [...new Set(deliveries.flatMap((delivery) => mailReason(delivery) ?? []))].join(' ')

const statesOf = (deliveries: Mail['deliveries']) => [...new Set(deliveries.map(({ state }) => state))]
const mailStateWords = (state: MailState) => MAIL_STATE_LABELS[state]
/** The icon of a state with its gap, and the most that addresses and reasons take, in px. */
const STATUS_ICON = 24
const MOST_PX = 320

/** The address, and how many more have a copy: 'anna@client.example +2'. */
function addresseesOf({ deliveries }: Mail): string {
  const copies = deliveries.filter(({ role }) => role === RecipientRole.COPY).length
  const to = deliveries.find(({ role }) => role === RecipientRole.TO)?.address ?? EMPTY
  return copies === 0 ? to : `${to} +${copies}`
}

const columnsWith = (dateTime: (at: string) => string): Column<Mail>[] => [
  {
    id: 'id',
    header: 'ID',
    width: 70,
    sortable: true,
    cell: ({ id }) => id,
    fits: ({ id }) => String(id),
    card: 'none',
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 160,
    cell: ({ createdAt }) => dateTime(createdAt),
    fits: LONG_TIME,
    wraps: true,
  },
  {
    id: 'subject',
    header: 'Subject',
    width: 205,
    cell: ({ subject }) => subject || 'No subject',
    wraps: true,
    card: 'title',
  },
  {
    id: 'kind',
    header: 'Sent by',
    width: 150,
    cell: ({ kind, templateTitle }) => templateTitle ?? MAIL_KIND_LABELS[kind],
  },
  {
    id: 'order',
    header: 'Order',
    width: 90,
    fits: ({ orderId }) => String(orderId ?? EMPTY),
    noLink: true,
    cell: ({ orderId }) =>
      orderId === null ? (
        EMPTY
      ) : (
        <TextLink to="/orders/$orderId" params={{ orderId }}>
          {orderId}
        </TextLink>
      ),
  },
  {
    id: 'to',
    header: 'To',
    width: 225,
    wraps: true,
    card: 'wide',
    cell: addresseesOf,
    fits: addresseesOf,
    most: MOST_PX,
  },
  {
    id: 'state',
    header: 'State',
    width: 250,
    wraps: true,
    fits: ({ deliveries }) => `${statesOf(deliveries).map(mailStateWords).join(' ')} ${reasonsOf(deliveries)}`,
    room: STATUS_ICON,
    most: MOST_PX,
    card: 'wide',
    cell: ({ deliveries }) => (
      <span className={classes.states} title={reasonsOf(deliveries) || undefined}>
        {statesOf(deliveries).map((state) => (
          <StatusBadge key={state} {...mailStateLook(state)} />
        ))}
        <span className={classes.why}>{reasonsOf(deliveries)}</span>
      </span>
    ),
  },
]

const STATES = [
  { value: '', label: 'All states' },
  ...mailState.options.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
]

export function MailLogPage() {
  const search = route.useSearch()
  const { mail } = search
  const navigate = route.useNavigate()
  const router = useRouter()
  const shown = useShownView('mails')
  // A saved view has no filters but its own.
  const ownFilter = !shown?.viewed?.view
  const state = ownFilter ? search.state : undefined
  const { dateTime } = useDates()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const viewed = useViewedList(shown, columns, mailsCall(state, shown?.filters))
  const { list } = viewed
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, mail: id }), resetScroll: false })
  const choose = (value: string) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, state: mailState.safeParse(value).data }) })
  return (
    <Page fill>
      <PageTitle title="Mail log">
        <TextSearch
          label="Search mails"
          placeholder="Subject or address"
          value={list.state.search}
          onChange={list.searchFor}
        />
        {ownFilter && (
          <NativeSelect
            aria-label="State"
            value={state ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={STATES}
          />
        )}
        <RetryAll state={state === MailState.UNSENT ? MailState.UNSENT : MailState.FAILED} search={list.state.search} />
      </PageTitle>
      <ViewedTable
        label="Mails"
        viewed={viewed}
        bar={{ list: 'mails', ownParameters: ['state'], implied: state ? { state: `is:${state}` } : {} }}
        rowHref={({ id }) => router.buildLocation({ to: '/mail-log', search: { ...search, mail: id } }).href}
        onOpen={({ id }) => show(id)}
        empty={
          list.state.search ? (
            <EmptyState icon={IconMail} title="No mails found">
              No mails {state ? 'in this state ' : ''}match "{list.state.search}".
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconMail}
              title={state ? 'No mails in this state' : shown?.viewed ? 'No mails found' : 'No mails yet'}
            >
              Every mail appears here with its text and delivery state.
            </EmptyState>
          )
        }
      />
      {mail !== undefined && <MailDialog id={mail} onClose={() => show(undefined)} />}
    </Page>
  )
}
