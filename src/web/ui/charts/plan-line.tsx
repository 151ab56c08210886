import type { ReactNode } from 'react'
import { type Mark, type PlanPoint, placePlan } from './place-points.ts'
import classes from './plan-line.module.css'

interface PlanLineProps {
  points: readonly PlanPoint[]
  now: number
  /** Formats the date under a label. */
  show: (at: number) => string
}

const LANE_PX = 34
const MIDDLE = 60

/**
 * A plan as a line: planned dates above it, actual ones below, and today. It adds nothing to a table of the
 * same dates, which must stand next to it: the line is for sighted users only.
 */
export function PlanLine({ points, now, show }: PlanLineProps) {
  const plan = placePlan(points, now)
  if (!plan) return null
  const lanes = (marks: readonly Mark[]) => Math.max(0, ...marks.map(({ lane }) => lane + 1)) * LANE_PX
  return (
    <div className={classes.frame} aria-hidden>
      <div className={classes.chart}>
        <Labels marks={plan.planned} height={lanes(plan.planned)} above show={show} />
        <div className={classes.line}>
          {plan.late.map(({ label, from, to }) => (
            <span key={label} className={classes.late} style={{ left: `${from}%`, width: `${to - from}%` }} />
          ))}
          {plan.planned.map(({ label, x }) => (
            <span key={label} className={classes.planned} style={{ left: `${x}%` }} />
          ))}
          {plan.actual.map(({ label, x }) => (
            <span key={label} className={classes.actual} style={{ left: `${x}%` }} />
          ))}
          <span
            className={classes.today}
            data-end={plan.today > MIDDLE || undefined}
            style={{ left: `${plan.today}%` }}
          >
            <span>Today</span>
          </span>
        </div>
        <Labels marks={plan.actual} height={lanes(plan.actual)} show={show} />
      </div>
    </div>
  )
}

interface LabelsProps {
  marks: readonly Mark[]
  height: number
  above?: boolean
  show: (at: number) => ReactNode
}

function Labels({ marks, height, above, show }: LabelsProps) {
  return (
    <div className={classes.labels} data-above={above} style={{ height }}>
      {marks.map(({ label, at, x, lane }) => (
        <span
          key={label}
          className={classes.label}
          data-end={x > MIDDLE || undefined}
          style={{
            ...(x > MIDDLE ? { right: `${100 - x}%` } : { left: `${x}%` }),
            ...(above ? { bottom: lane * LANE_PX } : { top: lane * LANE_PX }),
          }}
        >
          {label}
          <br />
          <strong>{show(at)}</strong>
        </span>
      ))}
    </div>
  )
}
