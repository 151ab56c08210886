import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cutOffFilters, FIGURE_LABELS, type FigureCode, type Figures } from '#contract/attention/figures.ts'
import { filterParameter } from '#contract/lib/filters.ts'
import { STAFF_SETTING_DEFAULTS } from '#contract/system/staff-settings.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import classes from './figures.module.css'
import { figuresQuery } from './figures.ts'

/** Labels of a figure that is 1, where they differ. */
const OF_ONE: Partial<Record<FigureCode, string>> = {
  arrivals: 'Arrival this week',
  quotes: 'Quote request without a price',
  documents: 'Unopened document',
}

/** Search params of the list with exactly the sailings that have a cut-off in the next `hours`. */
const sailingsWithin = (hours: number) =>
  Object.fromEntries(Object.entries(cutOffFilters(hours)).map(([field, text]) => [filterParameter(field), text]))

/** Figures of the day, over all orders: each opens its list. */
export function FigureStrip({ current, charts }: { current: FigureCode | undefined; charts: string | undefined }) {
  const { data } = useQuery(figuresQuery)
  const hours = data?.cutOffHours ?? STAFF_SETTING_DEFAULTS.cutOffHours
  const listed = (code: FigureCode) => (
    <Link
      to="/today"
      // A second press on a figure shows the queue again.
      search={{ figure: code === current ? undefined : code, charts }}
      className={classes.figure}
      aria-current={code === current ? 'true' : undefined}
    >
      <Figure n={data?.[code]} label={FIGURE_LABELS[code]} one={OF_ONE[code]} />
    </Link>
  )
  return (
    <section className={classes.figures} aria-label="Figures of the day">
      <ul className={classes.strip}>
        <li>
          <Link to="/sailings" search={sailingsWithin(hours)} className={classes.figure}>
            <Figure
              n={data?.cutOffCount}
              label={`Sailings with a cut-off in ${hours} h`}
              one={`Sailing with a cut-off in ${hours} h`}
            />
          </Link>
        </li>
        <li>{listed('arrivals')}</li>
        <li>{listed('unconfirmed')}</li>
        <li>{listed('quotes')}</li>
        <li>
          <Link to="/mail-log" search={{ state: 'failed' }} className={classes.figure}>
            <Figure n={data?.failedMails} label="Failed mails" one="Failed mail" />
          </Link>
        </li>
        <li>{listed('documents')}</li>
      </ul>
      <CutOffs cutOffs={data?.cutOffs} />
    </section>
  )
}

interface FigureProps {
  n: number | undefined
  label: string
  /** The label for 1. */
  one?: string | undefined
}

function Figure({ n, label, one = label }: FigureProps) {
  return (
    <>
      <span className={classes.number} data-none={n === 0 || undefined}>
        {n ?? '–'}
      </span>{' '}
      <span className={classes.label}>{n === 1 ? one : label}</span>
    </>
  )
}

/** Sailings with the next cut-offs, on one line that scrolls; as high without any. */
function CutOffs({ cutOffs }: Partial<Pick<Figures, 'cutOffs'>>) {
  const { dateTime } = useDates()
  return (
    <div className={classes.cutOffs}>
      <span className={classes.lead}>{cutOffs?.length === 0 ? 'Next cut-offs: none' : 'Next cut-offs'}</span>
      <ul className={classes.sailings} aria-label="Next cut-offs">
        {cutOffs?.map(({ sailingId, reference, vessel, voyage, at, orderCount, receivedCount }) => (
          <li key={sailingId}>
            <Link
              to="/sailings/$sailingId"
              params={{ sailingId: String(sailingId) }}
              className={classes.sailing}
              title={reference}
            >
              {dateTime(at)} {vessel} {voyage}{' '}
              <span className={classes.aboard}>
                {receivedCount} of {orderCount} received
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
