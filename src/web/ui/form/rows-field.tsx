import { ActionIcon, Button, Input, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import classes from './rows-field.module.css'

interface RowsFieldProps<Row> {
  label: ReactNode
  /** What a row is, in a word: 'tier'. */
  noun: string
  rows: readonly Row[]
  /** The inputs of a row, in the grid of `rowClass`. */
  inputs: (row: Row, at: number) => ReactNode
  rowClass?: string | undefined
  /** A sentence about the rows. */
  hint?: ReactNode
  /** An error about all rows. */
  error?: ReactNode
  onAdd: () => void
  onRemove: (at: number) => void
}

/** A field of rows that are added and removed. The focus goes to the row that was added, and to the button once one is removed. */
export function RowsField<Row>(props: RowsFieldProps<Row>) {
  const { label, noun, rows, inputs, rowClass, hint, error, onAdd, onRemove } = props
  const fields = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(onAdd)
    const all = fields.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    all[all.length - 1]?.querySelector<HTMLElement>('input')?.focus()
  }
  return (
    <fieldset className={classes.rows} ref={fields}>
      <Input.Label component="legend">{label}</Input.Label>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
        <div key={at} className={classes.row} data-row>
          <div className={rowClass}>{inputs(row, at)}</div>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.remove}
            aria-label={`Remove ${noun} ${at + 1}`}
            onClick={() => {
              onRemove(at)
              button.current?.focus()
            }}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <Button ref={button} variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {`Add ${noun}`}
      </Button>
    </fieldset>
  )
}
