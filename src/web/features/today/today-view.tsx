import { SegmentedControl } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { orderAttentionQuery, queueCall } from '#web/model/attention/attention.ts'
import { RuleChips } from '#web/model/attention/rule-chips.tsx'
import { useDates } from '#web/model/system/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { CoverLines } from './cover/cover-lines.tsx'
import { HandOverButton } from './cover/hand-over-button.tsx'
import { useCover } from './cover/hand-overs.ts'
import { ItemMenu } from './item-menu.tsx'
import { queueColumns } from './queue-columns.tsx'
import { queueRows } from './queue-rows.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import classes from './today.module.css'
import { useNow } from './use-now.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { WaiveDialog } from './waive-dialog.tsx'

const OWNERS = [
  { value: 'me', label: 'Mine' },
  { value: 'none', label: 'Unassigned' },
  { value: 'all', label: 'All' },
  { value: 'claimed', label: 'Claimed' },
  { value: 'snoozed', label: 'Snoozed' },
]

/** What each choice asks the server for. */
const asked = (shown: string) => ({
  owner: shown === 'me' || shown === 'none' ? shown : undefined,
  claimed: shown === 'claimed' ? 'me' : undefined,
  snoozed: shown === 'snoozed' ? '1' : undefined,
})

export type OpenDialog = { what: 'snooze' | 'waive'; item: AttentionItem } | null

interface TodayViewProps {
  /** Does the one thing about an item. */
  act: (item: AttentionItem) => void
  setEvent: (orderId: number) => void
  /** Above the queue: figures of the day. */
  figures?: ReactNode
}

/** The queue: what needs somebody now, what is due longest first. */
export function TodayView({ act, setEvent, figures }: TodayViewProps) {
  const { filters, setFilter } = useFilters(['rule', 'owner'])
  const shown = filters.owner ?? 'me'
  const rule = keysOf(RULE_LABELS).find((code) => code === filters.rule)
  const list = useList(queueCall({ rule, ...asked(shown) }))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { rows, unfold } = useUnfolded(list.page?.items ?? [])
  const dates = useDates()
  const now = useNow()
  const cover = useCover(now)
  const handOver = useRef<HTMLButtonElement>(null)
  const columns = useMemo(() => queueColumns({ dates, now, act, unfold }), [dates, now, act, unfold])
  useQueueKeys({ rows, setEvent, snooze: (item) => setDialog({ what: 'snooze', item }) })
  // The call answers its counts beside the page.
  const counts = (list.page as { counts?: Partial<Record<RuleCode, number>> } | undefined)?.counts
  return (
    <Page fill>
      <PageTitle title="Today">
        <SegmentedControl
          size="xs"
          aria-label="Whose"
          data={OWNERS}
          value={shown}
          onChange={(value) => setFilter('owner', value === 'me' ? null : value)}
        />
        <HandOverButton ref={handOver} current={cover.mine} />
      </PageTitle>
      {figures}
      {!cover.loading && (
        <>
          <CoverLines {...cover} onEnded={() => handOver.current?.focus()} />
          <div className={classes.strip}>
            {counts && <RuleChips counts={counts} current={rule} search={{ owner: filters.owner }} />}
          </div>
          <PagedTable
            label="Needs attention"
            list={{ ...list, page: list.page && { ...list.page, items: rows } }}
            columns={columns}
            rowKey={({ id }) => id}
            actions={(item) => <ItemMenu item={item} open={setDialog} />}
            empty={<Nothing shown={shown} rule={rule} />}
          />
        </>
      )}
      {dialog?.what === 'snooze' && <SnoozeDialog item={dialog.item} onClose={() => setDialog(null)} />}
      {dialog?.what === 'waive' && <WaiveDialog item={dialog.item} onClose={() => setDialog(null)} />}
    </Page>
  )
}

/** The rows, with the things of the order that is unfolded. */
function useUnfolded(items: readonly AttentionItem[]) {
  const [unfolded, setUnfolded] = useState<number | null>(null)
  const { data: parts = [] } = useQuery({ ...orderAttentionQuery(unfolded ?? 0), enabled: unfolded !== null })
  const [unfold] = useState(() => (orderId: number) => setUnfolded((before) => (before === orderId ? null : orderId)))
  return { rows: queueRows(items, unfolded, parts), unfold }
}

const ABOUT: Record<string, string> = {
  me: 'Nothing about the orders that you are in charge of.',
  none: 'Nothing about orders that nobody is in charge of.',
  all: 'Nothing about any order.',
  claimed: 'What you claim is here for four hours.',
  snoozed: 'What is snoozed is here until its time comes.',
}

function Nothing({ shown, rule }: { shown: string; rule: RuleCode | undefined }) {
  return (
    <EmptyState icon={IconChecks} title="Nothing is waiting">
      {rule ? `Nothing under ${RULE_LABELS[rule]}.` : ABOUT[shown]}
    </EmptyState>
  )
}
