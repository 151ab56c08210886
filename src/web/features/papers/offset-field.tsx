import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InputProps } from '#web/ui/resource/fields.tsx'
import classes from './papers.module.css'

/** Days before or after a date. The value has a minus for days before it. */
export function OffsetField({ input }: { input: InputProps }) {
  const text = String(input.value ?? '').trim()
  const signed = /^[-−]/.test(text)
  const days = signed ? text.slice(1) : text
  const [isBefore, setBefore] = useState(signed)
  const change = (next: string, before: boolean) => {
    setBefore(before)
    input.onChange(before && Number(next) !== 0 ? `-${next}` : next)
  }
  return (
    <TextInput
      {...input}
      value={days}
      onChange={({ currentTarget: { value } }) =>
        change(value.replace(/^\s*[-−]/, ''), isBefore || /^\s*[-−]/.test(value))
      }
      inputMode="numeric"
      autoComplete="off"
      inputContainer={(field) => (
        <div className={classes.offset}>
          {field}
          <NativeSelect
            aria-label="Before or after that date"
            data={['before', 'after']}
            value={isBefore ? 'before' : 'after'}
            onChange={({ currentTarget: { value } }) => change(days, value === 'before')}
          />
        </div>
      )}
    />
  )
}
