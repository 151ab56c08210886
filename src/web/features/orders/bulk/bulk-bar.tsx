import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { RUN_KIND_LABELS } from '#contract/runs/runs.ts'
import { BULK_KINDS, type BulkKind, MAX_RUN_ORDERS } from '#contract/runs/start-run.ts'
import { orderCount } from '#web/features/runs/shared/run-words.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { clearPicked, countOf, isPicked, type Picked, picked, shown } from '#web/model/bulk/picked.ts'
import { useSettled } from '#web/model/bulk/use-settled.ts'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import bar from '#web/ui/list/selection-bar.module.css'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { listedOrders } from './all-orders.ts'
import classes from './bulk.module.css'
import { BulkTools } from './bulk-tools.tsx'

const load = () => import('./bulk-dialogs.tsx')
const BulkDialog = lazyPart(async () => (await load()).BulkDialog)

/** The buttons. The label of the kind 'dates' names both orders and sailings, so this one has its own. */
const KINDS = BULK_KINDS.map((kind) => ({
  kind,
  label: kind === 'dates' ? 'Confirmation dates' : RUN_KIND_LABELS[kind],
}))

const UNDER_WAY = 'A change of these orders is under way. Wait for it, or clear the selection to begin another.'
const TOO_MANY = `One change takes at most ${orderCount(MAX_RUN_ORDERS)}. Narrow the list by a filter.`

const whyNot = (now: Picked, busy: boolean) => (busy ? UNDER_WAY : countOf(now) > MAX_RUN_ORDERS ? TOO_MANY : null)

interface BulkBarProps {
  list: List<OrderListItem>
  /** Search and filters of the list. */
  scope: string
  /** Columns of the list, and which are switched off. */
  columns: readonly { id: string }[]
  visibility: Record<string, boolean> | undefined
}

/** Actions on the selected orders. */
export function BulkBar({ list, scope, columns, visibility }: BulkBarProps) {
  const now = useStore(picked)
  const [dialog, setDialog] = useState<{ kind: BulkKind; opened: boolean } | null>(null)
  const busy = useSettled()
  useOtherList(now, scope)
  useRoom()
  const reason = whyNot(now, busy)
  const rows = list.page?.items ?? []
  const close = () => setDialog((before) => before && { ...before, opened: false })
  // The box offers the same actions: by keyboard it is nearer than the bar, which is below the rows.
  usePageActions([
    ...KINDS.map(({ kind, label }) => ({
      label: `${label}: ${saidOf(now)}`,
      can: () => reason === null,
      run: () => setDialog({ kind, opened: true }),
    })),
    { label: 'Clear the selection', run: clearPicked },
  ])
  return (
    <fieldset className={bar.bar} aria-label="Selected orders" data-bulk data-foot>
      <Said>{saidOf(now)}</Said>
      <span className={bar.count} aria-hidden>
        {saidOf(now)}
      </span>
      <AllThatMatch now={now} list={list} scope={scope} />
      <div className={classes.actions}>
        {KINDS.map(({ kind, label }) => (
          <DisabledReason key={kind} reason={reason}>
            <Button
              size="compact-sm"
              variant="default"
              aria-haspopup="dialog"
              data-disabled={reason ? true : undefined}
              aria-disabled={reason !== null}
              onPointerEnter={loadAhead(load)}
              onClick={() => reason === null && setDialog({ kind, opened: true })}
            >
              {label}
            </Button>
          </DisabledReason>
        ))}
        <BulkTools
          now={now}
          list={list}
          columns={columns.flatMap(({ id }) => (visibility?.[id] === false ? [] : id))}
        />
      </div>
      <CloseButton className={bar.clear} aria-label="Clear the selection" onClick={clearPicked} />
      <OnDemand opened={dialog?.opened === true}>
        {dialog?.opened && (
          <BulkDialog
            kind={dialog.kind}
            count={countOf(now)}
            orders={now.all ? rows : [...now.orders.values()]}
            onClose={close}
          />
        )}
      </OnDemand>
    </fieldset>
  )
}

const saidOf = (now: Picked) =>
  now.all ? `All ${orderCount(now.all.count)} that match are selected` : `${orderCount(countOf(now))} selected`

/** Text for screen readers, filled in after a pause: a region that appears with its text is not read out. */
function Said({ children }: { children: ReactNode }) {
  const [text, setText] = useState<ReactNode>('')
  useEffect(() => {
    const timer = window.setTimeout(() => setText(children), 150)
    return () => window.clearTimeout(timer)
  }, [children])
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

interface AllThatMatchProps extends Pick<BulkBarProps, 'list' | 'scope'> {
  now: Picked
}

/** Offers the orders on the list's other pages, once the page is selected. */
function AllThatMatch({ now, list, scope }: AllThatMatchProps) {
  const rows = useStore(shown)
  const { busy, run } = useAttempt()
  const total = list.page?.totalCount ?? 0
  const query = askedOf(scope)
  if (now.all || total <= countOf(now) || total <= rows.length || !rows.every(({ id }) => isPicked(now, id)))
    return null
  const select = () =>
    query
      ? picked.set({ ...now, all: { count: total, ...query }, reasons: new Map(), scope })
      : void run(async () => {
          const orders = new Map((await listedOrders(list)).map((order) => [order.id, order]))
          picked.set({ ...picked.get(), orders, reasons: new Map(), scope })
        })
  return (
    <Button size="compact-sm" variant="subtle" loading={busy} onClick={select}>
      Select all {grouped(total)} that match
    </Button>
  )
}

/** Search and filters of a list, as a selection takes them; null for a list of named orders. */
function askedOf(scope: string) {
  const asked = { search: '', filters: {} as Record<string, string> }
  for (const [name, value] of JSON.parse(scope) as [string, string][]) {
    if (name === 'search') asked.search = value
    else if (name.startsWith('f.')) asked.filters[name.slice(2)] = value
    else return null
  }
  return asked
}

/** Ends the selection, with a toast, when the filter changes: it would act on orders that nobody sees. */
function useOtherList(now: Picked, scope: string): void {
  const other = countOf(now) > 0 && now.scope !== scope
  useEffect(() => {
    if (!other) return
    const before = picked.get()
    clearPicked()
    const again = { label: 'Select again', run: () => picked.set({ ...before, scope }) }
    const words = `${orderCount(countOf(before))} no longer selected: the list shows others now`
    showSuccess(words, ...(before.all ? [] : [again]))
  }, [other, scope])
}

/** Keeps the bar from hiding fields and rows that take the focus. */
function useRoom(): void {
  const set = useRef(false)
  useEffect(() => {
    if (set.current) return
    const bar = document.querySelector<HTMLElement>('[data-bulk]')
    const { style } = document.documentElement
    if (bar) style.setProperty('--qs-bar', `${bar.offsetHeight + 8}px`)
    return () => void style.removeProperty('--qs-bar')
  }, [])
}
