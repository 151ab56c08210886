import { VisuallyHidden } from '@mantine/core'
import classes from './fill-bar.module.css'

interface FillBarProps {
  /** The measure for screen readers: 'CBM of TGHU1234567'. */
  label: string
  used: number
  /** The capacity in the unit of `used`; 0 if there is none. */
  capacity: number
  /** The number beside the bar: '12.4 of 58 CBM'. */
  text: string
  /** True for the smaller type of a table's row, with the number above the bar. */
  small?: boolean
}

const WHOLE = 100
/** The percentage from which it is nearly full. */
const NEARLY = 90

/** The share used, in percent, rounded so that only too much shows more than 100; null without a capacity. */
export function fillPercent(used: number, capacity: number): number | null {
  if (capacity <= 0) return null
  const percent = (used / capacity) * WHOLE
  return percent > WHOLE ? Math.max(WHOLE + 1, Math.round(percent)) : Math.min(WHOLE, Math.round(percent))
}

/** A bar that shows how full something is, and its number; an excess is in words, or in the title. */
export function FillBar({ label, used, capacity, text, small }: FillBarProps) {
  const percent = fillPercent(used, capacity)
  const level = percent === null || percent <= NEARLY ? undefined : percent > WHOLE ? 'over' : 'nearly'
  const words = level === 'over' ? `${text}, over` : text
  return (
    <span className={classes.fill} data-small={small || undefined} data-level={level}>
      <span className={classes.text} title={words}>
        {small ? text : words}
      </span>
      <VisuallyHidden>
        <meter aria-label={label} aria-valuetext={words} min={0} max={WHOLE} value={Math.min(WHOLE, percent ?? 0)} />
      </VisuallyHidden>
      <span className={classes.bar} aria-hidden>
        <span className={classes.part} style={{ width: `${Math.min(WHOLE, percent ?? 0)}%` }} />
      </span>
    </span>
  )
}
