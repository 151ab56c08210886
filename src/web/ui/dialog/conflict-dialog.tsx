import { Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './conflict-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

/** The person whose value is kept. */
export type Side = 'mine' | 'theirs'

/** A field that two people changed, with both values as text. */
export interface ConflictRow {
  label: string
  mine: ReactNode
  theirs: ReactNode
}

interface ConflictDialogProps {
  /** A sentence: who changed the record, and when. */
  message: string
  rows: readonly ConflictRow[]
  onResolve: (sides: Side[]) => void
  onCancel: () => void
}

/** Shows both values of each field that two people changed, and asks which to keep. */
export function ConflictDialog({ message, rows, onResolve, onCancel }: ConflictDialogProps) {
  const [sides, setSides] = useState<Side[]>(rows.map(() => 'mine'))
  const choose = (at: number, side: Side) => setSides(sides.map((each, index) => (index === at ? side : each)))
  return (
    <Dialog opened onClose={onCancel} title="Changed by someone else" size="lg">
      <p className={classes.message}>{message}</p>
      <p className={classes.hint}>
        You both changed the fields below. Choose which value to keep; what only one of you changed is kept as it is.
      </p>
      {rows.map((row, index) => (
        <fieldset key={row.label} className={classes.row}>
          <legend className={classes.legend}>{row.label}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <Radio
              key={side}
              className={classes.choice}
              data-chosen={sides[index] === side || undefined}
              name={`conflict-${index}`}
              checked={sides[index] === side}
              onChange={() => choose(index, side)}
              label={
                <>
                  <span className={classes.whose}>{side === 'mine' ? 'Mine' : 'Theirs'}</span>
                  <span className={classes.value}>{row[side]}</span>
                </>
              }
            />
          ))}
        </fieldset>
      ))}
      <DialogButtons confirm="Save" cancel="Back to editing" onCancel={onCancel} onConfirm={() => onResolve(sides)} />
    </Dialog>
  )
}
