import { useQuery } from '@tanstack/react-query'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Run, RunItem } from '#contract/runs/runs.ts'
import { troubleQuery } from './run-calls.ts'
import classes from './run-trouble.module.css'

/** Orders or offers of a run that failed or were left out, each with its reason. */
export function RunTrouble({ run: { id, state, finishedAt, failed, done, skipped } }: { run: Run }) {
  const isUndone = state === 'undone'
  if (finishedAt === null) return null
  return (
    <>
      {failed > 0 && !isUndone && <Trouble id={id} state="failed" title="Not changed" />}
      {isUndone && done > 0 && <Trouble id={id} state="done" title="Not undone" />}
      {skipped > 0 && <Trouble id={id} state="skipped" title="Left out" />}
    </>
  )
}

function Trouble({ id, state, title }: { id: number; state: 'failed' | 'done' | 'skipped'; title: string }) {
  const rows = useQuery(troubleQuery(id, state)).data ?? []
  if (rows.length === 0) return null
  return (
    <div className={classes.trouble}>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.orderId ?? row.offerId ?? row.trackingCode}>
            <span className={classes.code}>{codeOf(row)}</span> {row.companyName} — {row.reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

const codeOf = ({ trackingCode, reference }: RunItem) =>
  reference ?? (trackingCode ? formatTrackingCode(trackingCode) : 'Deleted')
