import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLOCK_LABELS, CONTAINER_CLOCKS, SAID_BY_LABELS } from '#contract/free-time/free-time-codes.ts'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import type { Container } from '#contract/sailings/containers.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { ClockDialog, type EditedClock } from './clock-dialog.tsx'
import classes from './clocks-panel.module.css'
import { chargeWords, daysLeftWords, isCharged } from './shared/clock-words.ts'
import { type ClockOwner, changeClock, clocksQuery } from './shared/free-times.ts'
import { showPlainDay } from './shared/words.ts'

interface ClocksPanelProps {
  owner: ClockOwner
  /** True for an LCL order, whose storage can be set. */
  isLcl?: boolean
  /** The containers whose clocks can be set. */
  containers: readonly Pick<Container, 'id' | 'number'>[]
  /** The name of an order, where clocks of several stand together. */
  nameOfOrder?: (id: number) => string
  /** The container that the order shares with others: its clocks are shown, and set on its sailing. */
  shared?: SharedContainer | null
}

interface SharedContainer {
  sailing: { id: number; reference: string }
  container: { id: number; number: string }
}

/** The clocks of an order or a sailing: until when each is free, what it costs, and what others say. */
export function ClocksPanel({ owner, isLcl = false, containers, nameOfOrder, shared = null }: ClocksPanelProps) {
  const query = useQuery(clocksQuery(owner))
  const [edited, setEdited] = useState<EditedClock | null>(null)
  const fault = faultOf(query.error)
  const clocks = query.data?.items ?? []
  const missing = missingClocks(isLcl && 'orderId' in owner ? owner.orderId : null, containers, clocks)
  return (
    <section className={classes.panel} aria-labelledby="free-time">
      <SectionHead id="free-time" title="Free time">
        {query.data && missing.length > 0 && <AddClock missing={missing} onAdd={setEdited} />}
      </SectionHead>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!query.data && !fault && <LoadingBlock height={80} />}
      {query.data && clocks.length === 0 && (
        <p className={classes.dim}>
          Clocks appear here once they start: at the terminal, on the way back empty, at the CFS.
        </p>
      )}
      <ul>
        {clocks.map((clock) => (
          <ClockRow key={clock.id} clock={clock} nameOfOrder={nameOfOrder} onEdit={() => setEdited(clock)} />
        ))}
      </ul>
      {shared && <SharedClocks {...shared} />}
      {edited && <ClockDialog row={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

/** The clocks of a container of several orders; nothing while it has none. */
function SharedClocks({ sailing, container }: SharedContainer) {
  const { data } = useQuery(clocksQuery({ sailingId: sailing.id, containerId: container.id }))
  const clocks = data?.items ?? []
  if (clocks.length === 0) return null
  return (
    <div className={classes.shared}>
      <p className={classes.dim}>
        {'Its container is shared: these clocks are ours, and are set on sailing '}
        <TextLink to="/sailings/$sailingId" params={{ sailingId: String(sailing.id) }}>
          {sailing.reference}
        </TextLink>
        .
      </p>
      <ul aria-label={`Clocks of container ${container.number || container.id}`}>
        {clocks.map((clock) => (
          <ClockRow key={clock.id} clock={clock} />
        ))}
      </ul>
    </div>
  )
}

/** Clocks that can be set and are not there yet. */
function missingClocks(
  orderId: number | null,
  containers: ClocksPanelProps['containers'],
  clocks: readonly FreeTime[],
): EditedClock[] {
  const all = [
    ...(orderId === null ? [] : [{ clock: 'storage' as const, containerId: null, container: null, orderId }]),
    ...containers.flatMap((container) =>
      CONTAINER_CLOCKS.map((clock): EditedClock => ({ clock, containerId: container.id, container, orderId: null })),
    ),
  ]
  return all.filter(
    ({ clock, containerId }) => !clocks.some((row) => row.clock === clock && row.containerId === containerId),
  )
}

const nameOf = ({ clock, container }: Pick<EditedClock, 'clock' | 'container'>) =>
  `${CLOCK_LABELS[clock]}${container ? ` of ${container.number || `container ${container.id}`}` : ''}`

function AddClock({ missing, onAdd }: { missing: readonly EditedClock[]; onAdd: (clock: EditedClock) => void }) {
  const [first, ...others] = missing
  const add = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={others.length === 0 && first ? () => onAdd(first) : undefined}
    >
      Set a clock
    </Button>
  )
  if (others.length === 0) return add
  return (
    <MenuInPlace position="bottom-end">
      <Menu.Target>{add}</Menu.Target>
      <Menu.Dropdown mah={320} className={classes.menu}>
        {missing.map((clock) => (
          <Menu.Item key={nameOf(clock)} onClick={() => onAdd(clock)}>
            {nameOf(clock)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </MenuInPlace>
  )
}

/** What started a clock, and how its last free day was found. */
function countedWords({ startsOn, days, unit, rule, byHand, place }: FreeTime): string {
  const from = startsOn && days !== null ? `${days} ${unit} days from ${showPlainDay(startsOn)}` : null
  return [place?.name, from, byHand ? 'set by hand' : rule?.name].filter(Boolean).join(' · ')
}

const ENDS: Record<NonNullable<FreeTime['endBasis']>, string> = {
  'gated-out': 'Gate out',
  returned: 'Returned',
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
  'by-hand': 'Ended',
}

interface ClockRowProps {
  clock: FreeTime
  nameOfOrder?: ClocksPanelProps['nameOfOrder']
  /** Absent where a clock is only read. */
  onEdit?: () => void
}

function ClockRow({ clock, nameOfOrder, onEdit }: ClockRowProps) {
  const { lastFreeDay, daysLeft, endedOn, endBasis, saidFreeDay, saidBy, saidNote, computedFreeDay, note, byHand } =
    clock
  const late = isCharged(clock)
  const cost = daysLeft !== null && daysLeft < 0 ? chargeWords(clock) : ''
  const giveBack = () =>
    changeClock(clock, { clock: clock.clock, byHand: false, updatedAt: clock.updatedAt }).catch(showError)
  return (
    <li className={classes.clock}>
      <div className={classes.what}>
        <div className={classes.name}>
          {nameOf(clock)}
          {nameOfOrder && clock.orderId !== null && (
            <TextLink to="/orders/$orderId" params={{ orderId: clock.orderId }} search={{ arrival: true }}>
              {nameOfOrder(clock.orderId)}
            </TextLink>
          )}
          <span data-late={late || undefined} className={classes.until}>
            {lastFreeDay ? `free until ${showPlainDay(lastFreeDay)}` : 'not started'}
          </span>
        </div>
        <div className={classes.dim}>{countedWords(clock)}</div>
        {saidFreeDay && saidBy && (
          <div className={classes.dim}>
            {`${SAID_BY_LABELS[saidBy]} says ${showPlainDay(saidFreeDay)}${computedFreeDay ? `, we count to ${showPlainDay(computedFreeDay)}` : ''}${saidNote ? `: ${saidNote}` : ''}`}
          </div>
        )}
        {note && <div className={classes.dim}>{note}</div>}
        <div className={classes.dim} data-late={late || undefined}>
          {[
            endedOn && endBasis
              ? `${ENDS[endBasis]} ${showPlainDay(endedOn)}`
              : daysLeft !== null && daysLeftWords(daysLeft),
            endedOn && cost ? cost.replace(' so far', '').replace(/, .* a day$/, '') : cost,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </div>
      {onEdit && (
        <RowMenu
          label={`Actions for ${nameOf(clock)}`}
          actions={[
            { label: 'Edit', icon: IconPencil, onClick: onEdit },
            ...(byHand
              ? [{ label: 'Follow the rule again', icon: IconArrowBackUp, onClick: () => void giveBack() }]
              : []),
          ]}
        />
      )}
    </li>
  )
}
