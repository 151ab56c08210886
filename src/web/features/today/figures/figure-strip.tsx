import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FIGURE_LABELS, type FigureCode, type Figures } from '#contract/attention/figures.ts'
import { useDates } from '#web/model/system/settings.ts'
import classes from './figures.module.css'
import { figuresQuery } from './figures.ts'

/** The figures of the day, of all orders: each opens its list. */
export function FigureStrip({ current, charts }: { current: FigureCode | undefined; charts: string | undefined }) {
  const { data } = useQuery(figuresQuery)
  const listed = (code: FigureCode) => (
    <Link
      to="/today"
      // A press on the chosen one shows the queue again.
      search={{ figure: code === current ? undefined : code, charts }}
      className={classes.figure}
      aria-current={code === current ? 'true' : undefined}
    >
      <Figure n={data?.[code]} label={FIGURE_LABELS[code]} />
    </Link>
  )
  return (
    <section className={classes.figures} aria-label="Figures of the day">
      <ul className={classes.strip}>
        <li>
          <Link to="/sailings" className={classes.figure}>
            <Figure n={data?.cutOffs.length} label={`Sailings with a cut-off in ${data?.cutOffHours ?? 48} h`} />
          </Link>
        </li>
        <li>{listed('arrivals')}</li>
        <li>{listed('unconfirmed')}</li>
        <li>{listed('quotes')}</li>
        <li>
          <Link to="/mail-log" search={{ state: 'failed' }} className={classes.figure}>
            <Figure n={data?.failedMails} label="Failed mails" />
          </Link>
        </li>
        <li>{listed('documents')}</li>
      </ul>
      <CutOffs cutOffs={data?.cutOffs} />
    </section>
  )
}

function Figure({ n, label }: { n: number | undefined; label: ReactNode }) {
  return (
    <>
      <span className={classes.number} data-none={n === 0 || undefined}>
        {n ?? '–'}
      </span>{' '}
      <span className={classes.label}>{label}</span>
    </>
  )
}

/** The sailings whose cut-off is next, on one line that scrolls; as high without any. */
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
