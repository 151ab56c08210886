import { SAILING_STATUS_LABELS } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import {
  boxName,
  fuller,
  ofCapacity,
  sailingStatusLook,
  vesselAndVoyage,
} from '#web/features/sailings/shared/sailing-looks.ts'
import { type Dates, datesIn, EMPTY, LONG_DATE } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { FillBar, fillPercent } from '#web/ui/charts/fill-bar.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import classes from './sailings.module.css'

/** UTC, because departure and arrival are days. */
const { date } = datesIn('UTC')
const SORTABLE = new Set<string>(sailings.sortable)
/** Containers shown in a row; a sailing with more says how many. */
const SHOWN = 2
/** Pixels of the gaps between them, and of the icon of a status with its gap. */
const BOX_GAPS = 12
const STATUS_ICON = 24

/** Columns of the list; cut-offs in the server's time zone. Only vessels and ports may be cut. */
export function sailingColumns({ dateTime, recent }: Dates): Column<Sailing>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    cell: Column<Sailing>['cell'],
    rest: Partial<Column<Sailing>> = {},
  ): Column<Sailing> => ({ id, header, width, cell, sortable: SORTABLE.has(id), ...rest })
  return [
    column('reference', 'Reference', 108, (row) => row.reference, { fits: (row) => row.reference, card: 'title' }),
    column('vessel', 'Vessel', 113, (row) => <VesselAndVoyage sailing={row} />, {
      title: vesselAndVoyage,
      wraps: true,
      card: 'wide',
    }),
    column(
      'portOfLoading',
      'Ports',
      112,
      ({ portOfLoading, portOfDischarge, portNames }) =>
        `${portNames.portOfLoading || portOfLoading} → ${portNames.portOfDischarge || portOfDischarge}`,
      { wraps: true, card: 'wide' },
    ),
    column('nextCutOffAt', 'Next cut-off', 110, (row) => recent(row.nextCutOffAt), {
      fits: (row) => recent(row.nextCutOffAt),
      title: (row) => dateTime(row.nextCutOffAt),
      wraps: true,
    }),
    column('etd', 'ETD', 106, (row) => date(row.etd), { fits: LONG_DATE }),
    column('portEta', 'ETA', 106, (row) => date(row.portEta), { fits: LONG_DATE }),
    column('orders', 'Received', 72, receivedOf, { fits: receivedOf, align: 'right' }),
    column('used', 'CBM', 98, (row) => <Used sailing={row} />, { fits: usedOf, card: 'wide' }),
    column('free', 'Free CBM', 80, freeOf, { fits: freeOf, align: 'right' }),
    column('containers', 'Containers', 88, (row) => <Containers sailing={row} />, {
      fits: fillsOf,
      room: BOX_GAPS,
      card: 'wide',
    }),
    column('status', 'Status', 92, (row) => <StatusBadge {...sailingStatusLook(row.status)} />, {
      fits: Object.values(SAILING_STATUS_LABELS),
      room: STATUS_ICON,
      card: 'aside',
    }),
  ]
}

const receivedOf = ({ orderCount, receivedCount }: Sailing) => `${receivedCount}/${orderCount}`
// One form of decimals in each column, so that figures can be compared.
const usedOf = ({ usedCbm, capacityCbm }: Sailing) =>
  capacityCbm > 0 ? `${quantity(usedCbm)} of ${shortQuantity(capacityCbm)}` : quantity(usedCbm)
const freeOf = ({ capacityCbm, freeCbm }: Sailing) => (capacityCbm > 0 ? quantity(freeCbm) : EMPTY)
/** As long as what `Containers` shows. */
const fillsOf = ({ containers }: Sailing) =>
  containers.length > SHOWN ? '100% 100% +9' : '100% '.repeat(containers.length)

/** The name may be cut, the voyage not. */
function VesselAndVoyage({ sailing: { vessel, voyage } }: { sailing: Sailing }) {
  return (
    <bdi className={classes.vessel}>
      <bdi>{vessel.name}</bdi> <bdi>{voyage}</bdi>
    </bdi>
  )
}

function Used({ sailing }: { sailing: Sailing }) {
  const { reference, usedCbm, capacityCbm } = sailing
  return (
    <span className={classes.used}>
      <FillBar small label={`CBM of ${reference}`} used={usedCbm} capacity={capacityCbm} text={usedOf(sailing)} />
    </span>
  )
}

/** The fill of each container, by volume or weight, whichever is fuller. */
function Containers({ sailing: { containers } }: { sailing: Sailing }) {
  if (containers.length === 0) return EMPTY
  return (
    <span className={classes.boxes}>
      {containers.slice(0, SHOWN).map((box) => {
        const { used, capacity, unit } = fuller(box)
        return (
          <span key={box.id} className={classes.box} title={`${boxName(box)}: ${ofCapacity(used, capacity, unit)}`}>
            <FillBar
              small
              label={`${unit} of ${boxName(box)}`}
              used={used}
              capacity={capacity}
              text={`${fillPercent(used, capacity) ?? 0}%`}
            />
          </span>
        )
      })}
      {containers.length > SHOWN && <span className={classes.more}>+{containers.length - SHOWN}</span>}
    </span>
  )
}
