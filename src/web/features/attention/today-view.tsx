import { Button, SegmentedControl } from '@mantine/core'
import { IconChartBar, IconClockPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import type { NextCutOff } from '#contract/attention/figures.ts'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useSelection } from '#web/lib/list/selection.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { type ActAll, QueueTools } from './changes/queue-tools.tsx'
import { SnoozeDialog } from './changes/snooze-dialog.tsx'
import { WaiveDialog } from './changes/waive-dialog.tsx'
import { DeliveredLine } from './complete-all.tsx'
import { CoverLines } from './cover/cover-lines.tsx'
import { HandOverButton } from './cover/hand-over-button.tsx'
import { useCover } from './cover/hand-overs.ts'
import { FigureList } from './figures/figure-list.tsx'
import { FigureStrip } from './figures/figure-strip.tsx'
import { figureOf } from './figures/figures.ts'
import { TodayCharts } from './figures/today-charts.tsx'
import type { OpenDialog } from './item-menu.tsx'
import { ItemMenu } from './item-menu.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import { queueColumns } from './queue-columns.tsx'
import { queueRows } from './queue-rows.ts'
import { orderAttentionQuery, queueCall } from './shared/attention.ts'
import { RuleChips } from './shared/rule-chips.tsx'
import classes from './today.module.css'
import { useNow } from './use-now.ts'
import { asked, type Shown, useOwner } from './use-owner.ts'
import { useQueueKeys } from './use-queue-keys.ts'

interface TodayViewProps {
  /** Takes the action on an item. */
  act: (item: AttentionItem) => void
  /** Takes an action on the orders of several items. */
  actAll: ActAll
  setEvent: (orderId: number) => void
}

/** The figures of the day and, below them, the queue, the most urgent items first. */
export function TodayView({ act, actAll, setEvent }: TodayViewProps) {
  const { filters, setFilter } = useFilters(['figure', 'charts'])
  const { shown, choices, choose, showSnoozed } = useOwner()
  const figure = figureOf(filters.figure)
  const charts = filters.charts !== undefined
  const now = useNow()
  const cover = useCover(now)
  const handOver = useRef<HTMLButtonElement>(null)
  return (
    <Page fill={!charts}>
      <PageTitle title="Today">
        {!figure && (
          <>
            <SegmentedControl size="xs" aria-label="Whose" data={choices} value={shown.owner} onChange={choose} />
            <Button
              size="xs"
              variant={shown.snoozed ? 'light' : 'default'}
              leftSection={<IconClockPause size={16} aria-hidden />}
              aria-pressed={shown.snoozed}
              onClick={() => showSnoozed(!shown.snoozed)}
            >
              Snoozed
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
      <FigureStrip current={figure} charts={filters.charts} />
      {charts && <TodayCharts />}
      {figure && <FigureList key={figure} figure={figure} />}
      {!figure && (
        // The rows are read meanwhile, but nothing moves once they show.
        <Queue
          shown={shown}
          now={now}
          act={act}
          actAll={actAll}
          setEvent={setEvent}
          waits={cover.loading}
          covered={cover.covered.map(({ from }) => from.id)}
        >
          <CoverLines {...cover} onEnded={() => handOver.current?.focus()} />
        </Queue>
      )}
    </Page>
  )
}

interface QueueProps extends TodayViewProps {
  shown: Shown
  now: number
  /** The people whose queues mine has too. */
  covered: readonly number[]
  /** True while the lines above are not known yet. */
  waits: boolean
  children: ReactNode
}

/** A part of the queue, the actions on its items, and what opens over them. */
function Queue({ shown, now, act, actAll, setEvent, waits, covered, children }: QueueProps) {
  const { filters } = useFilters(['rule', 'owner', 'snoozed', 'charts'])
  const rule = keysOf(RULE_LABELS).find((code) => code === filters.rule)
  const list = useList(queueCall({ rule, ...asked(shown) }))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { rows, unfold } = useUnfolded(list.page?.items ?? [])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const selection = useSelection(ids)
  const { ticked } = selection
  const dates = useDates()
  const columns = useMemo(() => queueColumns({ ticked, dates, now, act, unfold }), [ticked, dates, now, act, unfold])
  useQueueKeys({ rows, setEvent, snooze: (items) => setDialog({ what: 'snooze', items }) })
  // The cast: the call answers these beside the page.
  const { counts, nextCutOff, deliveredOpen = 0 } = (list.page ?? {}) as Partial<Beside>
  const close = () => setDialog(null)
  if (waits) return null
  return (
    <>
      {children}
      <div className={classes.strip} data-printed>
        {counts && (
          <RuleChips
            counts={counts}
            current={rule}
            search={{ owner: filters.owner, snoozed: filters.snoozed, charts: filters.charts }}
          />
        )}
      </div>
      <DeliveredLine count={deliveredOpen} inCharge={inChargeOf(shown, covered)} />
      <QueueTools rows={rows} selection={selection} actAll={actAll} />
      <PagedTable
        label="Needs attention"
        list={{ ...list, page: list.page && { ...list.page, items: rows } }}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(item) => <ItemMenu item={item} open={setDialog} />}
        empty={<NothingWaits shown={shown} ofRule={rule !== undefined} next={nextCutOff ?? null} now={now} />}
      />
      {dialog?.what === 'snooze' && <SnoozeDialog items={dialog.items} onClose={close} />}
      {dialog?.what === 'waive' && <WaiveDialog items={dialog.items} onClose={close} />}
    </>
  )
}

interface Beside {
  counts: Partial<Record<RuleCode, number>>
  nextCutOff: NextCutOff | null
  deliveredOpen: number
}

/** The filter of the orders whose owners a part of the queue shows; null for everybody's. */
function inChargeOf({ owner }: Shown, covered: readonly number[]): string | null {
  if (owner === 'all' || owner === 'claimed') return null
  if (owner === 'none') return 'empty'
  return owner === 'me' ? `in:${['me', ...covered].join(',')}` : `is:${owner}`
}

/** The rows, with the items of the order that is unfolded. */
function useUnfolded(items: readonly AttentionRow[]) {
  const [unfolded, setUnfolded] = useState<number | null>(null)
  const { data: parts = [] } = useQuery({ ...orderAttentionQuery(unfolded ?? 0), enabled: unfolded !== null })
  const [unfold] = useState(() => (orderId: number) => setUnfolded((before) => (before === orderId ? null : orderId)))
  return { rows: queueRows(items, unfolded, parts), unfold }
}
