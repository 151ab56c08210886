import { useQuery } from '@tanstack/react-query'
import type { RateEntity } from '#contract/rates/rate-entities.ts'
import type { RateHistoryRow } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { historyQuery } from './rate-calls.ts'
import { figureText, RATE_SPECS } from './rate-specs.ts'
import classes from './rates.module.css'

const WIDTH = 480

interface HistoryDrawerProps {
  opened: boolean
  entity: RateEntity
  record: { id: number; name: string }
  onClose: () => void
}

/** The figures of a record over time, newest first, with who brought them. */
export function HistoryDrawer({ opened, entity, record, onClose }: HistoryDrawerProps) {
  const dates = useDates()
  const { data, error, refetch, isFetching } = useQuery(historyQuery(entity, record.id))
  const fault = faultOf(error)
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={`Rates of ${record.name}`}
      width={WIDTH}
      returnTo={() => document.querySelector('main')}
    >
      {fault && <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !fault && <LoadingBlock height={120} />}
      <ol className={classes.history} aria-label="Rates, newest first">
        {data?.items.map((row, index) => (
          <li key={row.validFrom}>
            <div className={classes.when}>{timeText(row, index === data.items.length - 1, dates)}</div>
            <Figures row={row} before={data.items[index + 1]} />
            {authorText(row) && <div className={classes.dim}>{authorText(row)}</div>}
          </li>
        ))}
      </ol>
    </SideDrawer>
  )
}

/** 'Since Dec 1 2026', 'Until Nov 30 2026': the last day or time at which values were true. */
function timeText({ validFrom, validTo }: RateHistoryRow, isFirst: boolean, dates: Dates): string {
  const at = (iso: string) => (dates.time(iso) === '0:00' ? dates.date(iso) : dates.dateTime(iso))
  const until = validTo && (dates.time(validTo) === '0:00' ? dates.date(dayBefore(validTo)) : dates.dateTime(validTo))
  if (!until) return isFirst ? 'Since the history began' : `Since ${at(validFrom)}`
  return isFirst ? `Until ${until}` : `${at(validFrom)} until ${until}`
}

const dayBefore = (iso: string) => new Date(Date.parse(iso) - 1).toISOString()

const authorText = ({ by, set }: RateHistoryRow) =>
  [by && `by ${by.name}`, set && `with ${set.name}`].filter(Boolean).join(', ')

const asNumber = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : null

function Figures({ row: { entity, values }, before }: { row: RateHistoryRow; before: RateHistoryRow | undefined }) {
  return (
    <dl className={classes.figures}>
      {RATE_SPECS[entity].figures.map((figure) => {
        const value = asNumber(values[figure.field])
        const text = value === null ? '-' : figureText(figure, value)
        const changed = before !== undefined && before.values[figure.field] !== values[figure.field]
        return (
          <div key={figure.field}>
            <dt>{figure.label}</dt>
            <dd>{changed ? <strong>{text}</strong> : text}</dd>
          </div>
        )
      })}
    </dl>
  )
}
