import { Button, SegmentedControl } from '@mantine/core'
import { IconChartBar, IconClockPause, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { FigureCode, NextCutOff } from '#contract/attention/figures.ts'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useSelection } from '#web/lib/list/selection.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { type List, useList } from '#web/lib/list/use-list.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { type QueueRow, queueRows, type Unfolded, unfoldedBy } from './changes/row-items.ts'
import { SelectionBar } from './changes/selection-bar.tsx'
import { SnoozeDialog } from './changes/snooze-dialog.tsx'
import { WaiveDialog } from './changes/waive-dialog.tsx'
import { DeliveredLine } from './complete-all.tsx'
import { CoverLines } from './cover/cover-lines.tsx'
import { HandOverButton } from './cover/hand-over-button.tsx'
import { useCover } from './cover/hand-overs.ts'
import { FigureList } from './figures/figure-list.tsx'
import { figureOf } from './figures/figures.ts'
import { QueueChips } from './figures/queue-chips.tsx'
import { TodayCharts } from './figures/today-charts.tsx'
import type { OpenDialog } from './item-menu.tsx'
import { ItemMenu } from './item-menu.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import { rowsCall } from './queue-call.ts'
import { queueColumns } from './queue-columns.tsx'
import { besideQuery, groupQuery, orderAttentionQuery } from './shared/attention.ts'
import type { Act } from './shared/item-actions.ts'
import classes from './today.module.css'
import { useNow } from './use-now.ts'
import { asked, ownerAsked, type Shown, useOwner } from './use-owner.ts'
import { useQueueKeys } from './use-queue-keys.ts'

interface TodayViewProps {
  /** Takes an action on items. */
  act: Act
}

/** The queue, the most urgent first, or the list behind a figure of the day; both of one scope. */
export function TodayView({ act }: TodayViewProps) {
  const { filters, setFilter } = useFilters(['figure', 'charts', 'rule', 'owner', 'snoozed', 'claimed'])
  const { shown, choices, choose, showSnoozed, showClaimed } = useOwner()
  const figure = figureOf(filters.figure)
  const rule = figure ? undefined : keysOf(RULE_LABELS).find((code) => code === filters.rule)
  const charts = filters.charts !== undefined
  const now = useNow()
  const cover = useCover(now)
  const covered = cover.covered.map(({ from }) => from.id)
  const handOver = useRef<HTMLButtonElement>(null)
  const { list, counts, deliveredOpen } = usePart(shown, { rule, figure })
  const pressed = (on: boolean) => ({ variant: on ? 'light' : 'default', 'aria-pressed': on }) as const
  return (
    <Page fill={!charts}>
      <PageTitle
        title="Today"
        aside={!figure && <DeliveredLine count={deliveredOpen} inCharge={inChargeOf(shown, covered)} />}
      >
        <SegmentedControl size="xs" aria-label="Whose" data={choices} value={shown.owner} onChange={choose} />
        {!figure && (
          <>
            <Button
              size="xs"
              {...pressed(shown.snoozed)}
              leftSection={<IconClockPause size={16} aria-hidden />}
              onClick={() => showSnoozed(!shown.snoozed)}
            >
              Snoozed
            </Button>
            <Button
              size="xs"
              {...pressed(shown.claimed)}
              leftSection={<IconHandStop size={16} aria-hidden />}
              onClick={() => showClaimed(!shown.claimed)}
            >
              Claimed
            </Button>
          </>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden />}
          aria-expanded={charts}
          onClick={() => setFilter('charts', charts ? null : '1')}
        >
          Charts
        </Button>
        <HandOverButton ref={handOver} current={cover.mine} />
      </PageTitle>
      {charts && <TodayCharts />}
      <div className={classes.strip} data-printed>
        <QueueChips
          counts={counts}
          rule={rule}
          figure={figure}
          owner={ownerAsked(shown)}
          search={{ owner: filters.owner, snoozed: filters.snoozed, claimed: filters.claimed, charts: filters.charts }}
        />
      </div>
      {figure && <FigureList key={figure} figure={figure} owner={ownerAsked(shown)} />}
      {/* The rows are read meanwhile, but nothing moves once they show. */}
      {!figure && !cover.loading && (
        <>
          <CoverLines {...cover} onEnded={() => handOver.current?.focus()} />
          <Rows list={list} shown={shown} now={now} act={act} rule={rule} />
        </>
      )}
    </Page>
  )
}

/** What the page shows of a scope, and what is answered beside it. */
function usePart(shown: Shown, { rule, figure }: Pick<RowsProps, 'rule'> & { figure: FigureCode | undefined }) {
  // The address of a figure's list has the page of that list.
  const list = useList(rowsCall({ rule, ...asked(shown) }), { ...FIFTY, waiting: figure !== undefined })
  const beside = useQuery({ ...besideQuery(asked(shown)), enabled: figure !== undefined })
  // The cast: the call answers these beside the page.
  const { counts, deliveredOpen = 0 } = ((figure ? beside.data : list.page) ?? {}) as Partial<Beside>
  return { list, counts, deliveredOpen }
}

/** More than on other lists: an inbox is read as a whole. */
const FIFTY = { base: { perPage: 50 } }

interface RowsProps extends TodayViewProps {
  list: List<QueueRow>
  shown: Shown
  now: number
  rule: RuleCode | undefined
}

/** Rows of the queue, the actions on their items, and what opens over them. */
function Rows({ list, shown, now, act, rule }: RowsProps) {
  const router = useRouter()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { rows, unfold } = useUnfolded(list.page?.items ?? NONE, shown)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const selection = useSelection(keys)
  const { ticked } = selection
  const dates = useDates()
  const me = useSessionUser()?.id
  const columns = useMemo(
    () => queueColumns({ ticked, keys, dates, now, act, unfold, me }),
    [ticked, keys, dates, now, act, unfold, me],
  )
  useQueueKeys({
    rows,
    ticked,
    setEvent: (items) => act(SET_EVENT, items),
    snooze: (items) => setDialog({ what: 'snooze', items }),
    open: (row) => {
      if (row.group) return unfold(row)
      if (row.orderId !== null) void router.navigate({ to: '/orders/$orderId', params: { orderId: row.orderId } })
    },
  })
  const { nextCutOff = null } = (list.page ?? {}) as Partial<Beside>
  const close = () => setDialog(null)
  return (
    <>
      <PagedTable
        label="Needs attention"
        list={{ ...list, page: list.page && { ...list.page, items: rows } }}
        columns={columns}
        rowKey={({ key }) => key}
        actions={(row) => <ItemMenu item={row} open={setDialog} />}
        empty={<NothingWaits shown={shown} ofRule={rule !== undefined} next={nextCutOff} now={now} />}
      />
      <SelectionBar rows={rows} selection={selection} act={act} />
      {dialog?.what === 'snooze' && <SnoozeDialog items={dialog.items} onClose={close} />}
      {dialog?.what === 'waive' && <WaiveDialog items={dialog.items} onClose={close} />}
    </>
  )
}

const SET_EVENT = { label: 'Set event', kind: 'event' } as const

interface Beside {
  counts: Partial<Record<RuleCode, number>>
  nextCutOff: NextCutOff | null
  deliveredOpen: number
}

/** The filter of the orders whose owners a part of the queue shows; null for everybody's. */
function inChargeOf({ owner }: Shown, covered: readonly number[]): string | null {
  if (owner === 'all') return null
  if (owner === 'none') return 'empty'
  return owner === 'me' ? `in:${['me', ...covered].join(',')}` : `is:${owner}`
}

/** The rows, with what the unfolded one stands for. */
function useUnfolded(listed: readonly QueueRow[], shown: Shown) {
  const [unfolded, setUnfolded] = useState<Unfolded>(null)
  const order = unfolded && 'orderId' in unfolded ? unfolded.orderId : null
  const group = unfolded && 'key' in unfolded ? unfolded : null
  const ofOrder = useQuery({ ...orderAttentionQuery(order ?? 0), enabled: order !== null })
  const ofGroup = useQuery({
    ...groupQuery(group ?? { rule: 'document', key: '' }, asked(shown)),
    enabled: group !== null,
  })
  const parts = (group ? ofGroup.data : ofOrder.data) ?? NONE
  const [unfold] = useState(
    () => (row: Parameters<typeof unfoldedBy>[0]) => setUnfolded(row.unfolded ? null : unfoldedBy(row)),
  )
  const rows = useMemo(() => queueRows(listed, unfolded, parts), [listed, unfolded, parts])
  return { rows, unfold }
}
const NONE: never[] = []
