import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { formatWeekday } from '#contract/lib/format.ts'
import { CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import type { FittingSailing } from '#contract/sailings/loadings.ts'
import { OrderNames } from '#web/features/orders/shared/order-names.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { fittingQuery, isFull, judgedCounts, laneOf, type Wanting } from './fitting.ts'
import { vesselAndVoyage } from './sailing-looks.ts'
import classes from './sailing-picker.module.css'

const STEP = 10
const days = datesIn('UTC')

interface SailingPickerProps extends Wanting {
  value: FittingSailing | null
  onChange: (sailing: FittingSailing) => void
  error?: ReactNode
}

/**
 * The choice of a planned sailing for orders: those that fit first, each with what is odd about it and what it
 * writes. The first that fits and has room is chosen at once.
 */
export function SailingPicker({ value, onChange, error, ...wanting }: SailingPickerProps) {
  const [most, setMost] = useState(STEP)
  const query = useQuery(fittingQuery(wanting, most))
  const name = useId()
  const { data } = query
  const at = Math.max(0, data?.items.findIndex((sailing) => sailing.fits && !isFull(sailing)) ?? 0)
  const first = data?.items[at]
  const list = useRef<HTMLFieldSetElement>(null)
  const choose = useEffectEvent((sailing: FittingSailing) => {
    if (value) return
    // The list comes after the dialog has opened, so the focus is not in it yet.
    list.current?.querySelectorAll('input')[at]?.focus()
    if (sailing.fits) onChange(sailing)
  })
  useEffect(() => {
    if (first) choose(first)
  }, [first])
  if (!data) {
    const fault = faultOf(query.error)
    const why = Object.values(query.error && 'fields' in query.error ? (query.error.fields as object) : {})[0]
    return fault ? (
      <Fault {...fault} message={why ?? fault.message} onRetry={() => void query.refetch()} />
    ) : (
      // The focus waits here for the list: nothing typed into another field is lost to it.
      <div tabIndex={-1} data-autofocus className={classes.place}>
        <LoadingBlock height="100%" />
      </div>
    )
  }
  const more = data.totalCount - data.items.length
  return (
    <div>
      <fieldset
        ref={list}
        className={`${classes.place} ${classes.list}`}
        aria-label="Sailing"
        aria-busy={query.isFetching}
        data-invalid={!!error || undefined}
      >
        {data.items.length === 0 && <p className={classes.none}>No sailing is planned whose cut-off has not passed.</p>}
        {data.items.map((sailing) => (
          <Row
            key={sailing.id}
            sailing={sailing}
            name={name}
            several={wanting.orderIds.length > 1}
            chosen={sailing.id === value?.id}
            onChoose={() => onChange(sailing)}
          />
        ))}
        {more > 0 && most < MAX_PER_PAGE && (
          <Button size="compact-sm" variant="subtle" onClick={() => setMost(Math.min(most + STEP * 2, MAX_PER_PAGE))}>
            Show more ({more})
          </Button>
        )}
      </fieldset>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

interface RowProps {
  sailing: FittingSailing
  name: string
  /** Whether it is chosen for more than one order. */
  several: boolean
  chosen: boolean
  onChoose: () => void
}

function Row({ sailing, name, several, chosen, onChoose }: RowProps) {
  const { dateTime, timeZone } = useDates()
  const { reference, cargoCutOffAt, etd, freeCbm, freeKg, capacityCbm, misfits } = sailing
  const cutOff = cargoCutOffAt ? `${formatWeekday(cargoCutOffAt, timeZone)} ${dateTime(cargoCutOffAt)}` : EMPTY
  return (
    <div className={classes.option} data-chosen={chosen || undefined}>
      <label className={classes.row}>
        <input type="radio" name={name} checked={chosen} onChange={onChoose} />
        <span className={classes.what}>
          <strong>{laneOf(sailing)}</strong>
          <span className={classes.dim}>
            {reference} · {vesselAndVoyage(sailing)}
          </span>
          {!several &&
            misfits.map(({ message }) => (
              <span key={message} className={classes.odd}>
                <IconAlertTriangle size={14} aria-hidden /> order {message}
              </span>
            ))}
        </span>
        <Figure label="Cut-off">{cutOff}</Figure>
        <Figure label="ETD">{days.date(etd)}</Figure>
        <Figure label="Free">
          {isFull(sailing) && (
            <span className={classes.odd}>
              <IconAlertTriangle size={14} aria-hidden /> Full
            </span>
          )}
          {capacityCbm > 0 ? `${shortQuantity(freeCbm)} CBM, ${shortQuantity(freeKg)} kg` : 'No container yet'}
        </Figure>
        <Writes sailing={sailing} chosen={chosen} />
      </label>
      {several && <Judged sailing={sailing} />}
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className={classes.figure}>
    <span className={classes.dim}>{label}</span> {children}
  </span>
)

/** The orders by whether they fit, in one line; each count opens its orders. */
function Judged({ sailing: { judged, reference } }: { sailing: FittingSailing }) {
  const [opened, open] = useState('')
  const counts = judgedCounts(judged)
  const shown = counts.find(({ words }) => words === opened)
  return (
    <>
      <fieldset className={classes.judged} aria-label={`Orders by whether ${reference} fits`}>
        {counts.map(({ words, fits }) => (
          <UnstyledButton
            key={words}
            type="button"
            className={fits ? classes.count : `${classes.count} ${classes.odd}`}
            aria-expanded={words === opened}
            onClick={() => open(words === opened ? '' : words)}
          >
            {words}
          </UnstyledButton>
        ))}
      </fieldset>
      {shown && (
        <div className={classes.names}>
          <OrderNames ids={shown.orderIds} />
        </div>
      )}
    </>
  )
}

/**
 * What goes into the booking confirmation: the fields, with the values that are replaced, and for the chosen sailing
 * all values.
 */
function Writes({ sailing: { writes }, chosen }: { sailing: FittingSailing; chosen: boolean }) {
  const { dateTime } = useDates()
  if (writes.length === 0) return null
  const said = (field: string, value: string | null) => {
    if (value === null) return 'nothing'
    if (!field.endsWith('At')) return value
    return field.endsWith('CutOffAt') ? dateTime(value) : days.date(value)
  }
  const words = writes.map(({ field, from, to }) =>
    chosen || from !== null
      ? `${CONFIRMATION_LABELS[field]} ${from === null ? '' : `${said(field, from)} → `}${said(field, to)}`
      : CONFIRMATION_LABELS[field],
  )
  return <span className={classes.writes}>Writes {words.join(', ')}</span>
}
