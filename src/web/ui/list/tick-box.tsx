import type { ChangeEvent } from 'react'
import classes from './tick-box.module.css'

interface TickBoxProps {
  checked: boolean
  /** True if some of the rows behind the box are ticked. */
  some?: boolean
  label: string
  disabled?: boolean
  /** Called with `range` true if Shift was held. */
  onTick: (range: boolean) => void
}

const withShift = ({ nativeEvent }: ChangeEvent) => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true

/** A plain checkbox: a list has a hundred. The label around it makes the whole cell its target. */
export const TickBox = ({ checked, some = false, label, disabled = false, onTick }: TickBoxProps) => (
  <label className={classes.target}>
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = some
      }}
      // Shift would select the text between two boxes.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={(event) => onTick(withShift(event))}
    />
  </label>
)
