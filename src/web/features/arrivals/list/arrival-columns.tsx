import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { ARRIVAL_SORTS, type Arrival } from '#contract/arrivals/arrivals.ts'
import { CLOCK_LABELS } from '#contract/free-time/free-time-codes.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { LEG_LABELS, LEGS } from '#contract/releases/releases.ts'
import { daysLeftWords, shortDay } from '#web/features/free-time/shared/clock-words.ts'
import { type Dates, EMPTY, LONG_TIME } from '#web/lib/format/dates.ts'
import { amountIn } from '#web/lib/format/money.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import classes from './arrivals.module.css'

/** A row of the list: its id is a number made of its key. */
export type ArrivalRow = Arrival & { id: number }

/** Days before the end from which a clock is shown as urgent. */
const NEAR_DAYS = 3
/** Pixels of an icon with its gap. */
const ICON = 24
const SORTABLE = new Set<string>(ARRIVAL_SORTS)

/** What is at the destination: the container by its number, else the order by its code. */
export const nameOf = ({ container, order }: Pick<Arrival, 'container' | 'order'>) =>
  container?.number || (order ? formatTrackingCode(order.trackingCode) : 'Container without a number')

/** The legs of a release as ticks; in words for those who do not see them, and on hover. */
function Ticks({ release }: Pick<Arrival, 'release'>) {
  if (!release) return EMPTY
  return (
    <span className={classes.ticks}>
      {LEGS.map((leg) => (
        <span key={leg} title={`${LEG_LABELS[leg]}: ${release[leg] ? 'done' : 'missing'}`}>
          {release[leg] ? (
            <IconCircleCheckFilled size={16} className={classes.done} aria-hidden />
          ) : (
            <IconCircle size={16} className={classes.missing} aria-hidden />
          )}
        </span>
      ))}
      <VisuallyHidden>{releaseWords(release)}</VisuallyHidden>
    </span>
  )
}

/** 'Freight, Customs done; Bill of lading, Carrier missing'. */
function releaseWords(release: NonNullable<Arrival['release']>): string {
  const named = (isDone: boolean) => LEGS.filter((leg) => release[leg] === isDone).map((leg) => LEG_LABELS[leg])
  const parts = [
    [named(true), 'done'],
    [named(false), 'missing'],
  ] as const
  return parts.flatMap(([legs, state]) => (legs.length > 0 ? `${legs.join(', ')} ${state}` : [])).join('; ')
}

function DaysLeft({ daysLeft }: Pick<Arrival, 'daysLeft'>) {
  if (daysLeft === null) return EMPTY
  const tone = daysLeft < 0 ? 'bad' : daysLeft <= NEAR_DAYS ? 'warn' : 'neutral'
  return (
    <StatusBadge tone={tone} icon={daysLeft < 0 ? IconAlertTriangle : IconClock}>
      {daysLeft === 0 ? 'last free day' : daysLeftWords(daysLeft)}
    </StatusBadge>
  )
}

const charges = ({ accrued }: Pick<Arrival, 'accrued'>) =>
  accrued ? amountIn(accrued.amount, accrued.currency) : EMPTY

/** Columns of the list; the appointment in the server's time zone. */
export function arrivalColumns({ dateTime, recent }: Dates): Column<ArrivalRow>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    cell: Column<ArrivalRow>['cell'],
    rest: Partial<Column<ArrivalRow>> = {},
  ): Column<ArrivalRow> => ({ id, header, width, cell, sortable: SORTABLE.has(id), ...rest })
  return [
    column('what', 'Container or order', 140, nameOf, { fits: nameOf, card: 'title' }),
    column('company', 'Company', 150, ({ order }) => order?.companyName || EMPTY, { wraps: true, card: 'wide' }),
    column('sailing', 'Sailing', 110, ({ sailing }) => sailing?.reference ?? EMPTY, {
      fits: ({ sailing }) => sailing?.reference ?? '',
    }),
    column('place', 'Place', 130, ({ place }) => place?.name ?? EMPTY, { wraps: true }),
    column('clock', 'Clock', 100, ({ clock }) => (clock ? CLOCK_LABELS[clock] : EMPTY), {
      fits: Object.values(CLOCK_LABELS),
    }),
    column('lastFreeDay', 'Free until', 90, ({ lastFreeDay }) => (lastFreeDay ? shortDay(lastFreeDay) : EMPTY), {
      fits: ['Wed Mar 30'],
    }),
    column('daysLeft', 'Days left', 110, DaysLeft, {
      fits: ['last free day', '100 days over'],
      room: ICON,
      card: 'aside',
    }),
    column('accrued', 'Accrued', 90, charges, { fits: charges, align: 'right' }),
    column('release', 'Release', 100, Ticks, { fits: [], room: 4 * ICON }),
    column('appointmentAt', 'Appointment', 110, (row) => recent(row.appointmentAt), {
      fits: LONG_TIME,
      title: (row) => dateTime(row.appointmentAt),
    }),
    column('inCharge', 'In charge', 110, ({ inCharge }) => inCharge?.name ?? EMPTY),
  ]
}
