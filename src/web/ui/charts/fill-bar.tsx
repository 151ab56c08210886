import { VisuallyHidden } from '@mantine/core'
import classes from './fill-bar.module.css'

interface FillBarProps {
  /** Names the measure for screen readers: 'CBM of TGHU1234567'. */
  label: string
  used: number
  /** What fits; 0 when nothing is known to hold it. */
  capacity: number
  /** The number, as written beside the bar: '12.4 of 58 CBM'. */
  text: string
  /** Number above the bar, in the smaller type of a table's row. */
  small?: boolean
}

const WHOLE = 100
/** From here on it is nearly full, percent. */
const NEARLY = 90

/** How full something is, in percent, rounded so that only what is over shows more than 100; null when nothing holds it. */
export function fillPercent(used: number, capacity: number): number | null {
  if (capacity <= 0) return null
  const percent = (used / capacity) * WHOLE
  return percent > WHOLE ? Math.max(WHOLE + 1, Math.round(percent)) : Math.min(WHOLE, Math.round(percent))
}

/** How full something is: a bar with its number. What is over its capacity says so in words, too; in a table's row, its title does. */
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
