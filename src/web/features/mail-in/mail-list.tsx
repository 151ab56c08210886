import { NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { MailInCounts, MailInPage, MailInRow } from '#contract/mail-in/mail-in.ts'
import { AUTOMATIC_LABELS } from '#contract/mail-in/mail-in-codes.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import chips from '#web/features/attention/shared/chips.module.css'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { type Ticked, toggle, useSelection } from '#web/lib/list/selection.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { PageBox, SelectBox } from '#web/ui/list/select-box.tsx'
import { LiveList } from '#web/ui/live/live-list.tsx'
import { mailInLook, senderOf } from './mail-words.ts'
import { MailsBar } from './mails-bar.tsx'
import { NoMail } from './no-mail.tsx'
import classes from './shared/inbox.module.css'
import { useInboxSearch } from './shared/inbox-search.ts'
import { VIEWS, type ViewName, viewNamed } from './shared/views.ts'

interface MailListProps {
  list: List<MailInRow>
  view: ViewName
  /** The mail whose thread is open. */
  open: number | undefined
}

/** The views and the mails of one of them. */
export function MailList({ list, view, open }: MailListProps) {
  const { page, query } = list
  const fault = faultOf(query.error)
  // The cast: the call answers them beside the page.
  const { counts } = (page ?? {}) as Partial<MailInPage>
  const rows = page?.items ?? NONE
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const selection = useSelection(ids)
  const { ticked } = selection
  const tick = () => {
    const focused = Number(document.activeElement?.getAttribute('data-row') ?? open)
    if (ids.includes(focused)) toggle(ticked, focused)
  }
  usePageActions([{ keys: 'x', label: 'Select the mail', move: true, run: tick }])
  return (
    <>
      <Views counts={counts} view={view} />
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <div className={classes.narrow}>
        <PageBox ticked={ticked} ids={ids} />
        {view !== 'mine' && <Owner />}
      </div>
      {page && <LiveList list={list} rowKey={({ id }) => id} />}
      <div className={classes.scroll} data-scroll-restoration-id="list" aria-busy={list.stale || undefined}>
        {!page && !fault && <LoadingBlock height={420} />}
        {page?.items.length === 0 && <NoMail view={view} search={list.state.search} counts={counts} />}
        <ul className={classes.rows} aria-label="Mails">
          {page?.items.map((row) => (
            <Row key={row.id} row={row} current={row.id === open} ticked={ticked} />
          ))}
        </ul>
      </div>
      <MailsBar rows={rows} selection={selection} />
      {page && page.totalCount > page.items.length && (
        <div className={classes.foot}>
          <Pager
            page={page.currentPageNumber}
            asked={list.wanted.page}
            perPage={list.wanted.perPage}
            total={page.totalCount}
            capped={page.totalCapped}
            sizes={PAGE_SIZES}
            onPage={(next) => list.change({ page: next })}
            onPerPage={(perPage) => list.change({ perPage })}
            onIntent={list.prefetch}
          />
        </div>
      )}
    </>
  )
}

const NONE: MailInRow[] = []

/** Whose mail the view shows. */
function Owner() {
  const { owner, change } = useInboxSearch()
  const staff = useQuery(staffQuery).data?.items ?? []
  return (
    <NativeSelect
      size="xs"
      aria-label="Owner"
      value={owner ?? ''}
      data={[
        { value: '', label: "Everybody's" },
        { value: 'me', label: 'Mine' },
        { value: 'none', label: "Nobody's" },
        ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => change({ owner: currentTarget.value || undefined })}
    />
  )
}

function Views({ counts, view }: { counts: MailInCounts | undefined; view: ViewName }) {
  return (
    <nav className={classes.views} aria-label="Views">
      {keysOf(VIEWS).map((name) => {
        const { label, count } = viewNamed(name)
        return (
          <Link
            key={name}
            to="/inbox"
            search={{ view: name === 'mine' ? undefined : name }}
            className={chips.chip}
            data-current={name === view || undefined}
            aria-current={name === view ? 'true' : undefined}
          >
            {label} {count && counts && <span className={chips.count}>{grouped(counts[count])}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

function Row({ row, current, ticked }: { row: MailInRow; current: boolean; ticked: Ticked }) {
  const { recent, dateTime } = useDates()
  const { id, subject, snippet, receivedAt, state, claimedBy, automatic, snoozedUntil } = row
  return (
    <li className={classes.item} aria-current={current ? 'true' : undefined}>
      <SelectBox ticked={ticked} id={id} label={`Select ${subject || 'No subject'}`} />
      <Link
        to="."
        search={(before: object) => ({ ...before, mail: id, order: undefined, facts: undefined, reply: undefined })}
        resetScroll={false}
        className={classes.row}
        data-row={id}
        data-new={state === 'new' || undefined}
        aria-current={current ? 'true' : undefined}
      >
        <span className={classes.from}>{senderOf(row)}</span>
        <time className={classes.at} dateTime={receivedAt} title={dateTime(receivedAt)}>
          {recent(receivedAt)}
        </time>
        <span className={classes.subject}>{subject || 'No subject'}</span>
        {snippet && <span className={classes.snippet}>{snippet}</span>}
        <span className={classes.marks}>
          <StatusBadge {...mailInLook(state)} />
          <span>{ordersOf(row)}</span>
          {row.matched !== null && !row.verified && (
            <StatusBadge tone="warn" icon={IconAlertTriangle}>
              Not verified
            </StatusBadge>
          )}
          {automatic && (
            <StatusBadge tone="neutral" icon={IconRobot}>
              {AUTOMATIC_LABELS[automatic]}
            </StatusBadge>
          )}
          {claimedBy && <span>{claimedBy.name} is on it</span>}
          {snoozedUntil && <span>Snoozed until {dateTime(snoozedUntil)}</span>}
        </span>
      </Link>
    </li>
  )
}

/** The order of a mail, or how many it has. */
function ordersOf({ orders }: Pick<MailInRow, 'orders'>): string {
  const [first] = orders
  if (!first) return 'Unmatched'
  return orders.length === 1 ? formatTrackingCode(first.trackingCode) : `${orders.length} orders`
}
