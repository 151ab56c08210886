import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { formatTrackingCode, parseTrackingCode } from '#contract/format.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import classes from './orders.module.css'

const TYPING_MS = 250
const WHOLE_CODE = 12

interface OrderSearchProps {
  /** The code in the address, or its beginning. */
  value: string
  onChange: (code: string) => void
  onEnter: () => void
}

/** The masked search by tracking code; a whole code is looked up at once, a beginning after a pause in typing. */
export function OrderSearch({ value, onChange, onEnter }: OrderSearchProps) {
  const [typed, setTyped] = useState(value)
  const later = useDebouncedCallback(onChange, TYPING_MS)
  useEffect(() => setTyped(value), [value])
  const type = (code: string) => {
    setTyped(code)
    if (code.length !== 0 && code.length !== WHOLE_CODE) return later(code)
    later.cancel()
    onChange(code)
  }
  return (
    <SearchBox
      className={classes.search}
      label="Search by tracking code"
      mask="aaaa - 9999 - 9999"
      placeholder="ABCD - 1234 - 5678"
      value={typed}
      onChange={type}
      onEnter={onEnter}
      format={formatTrackingCode}
      parse={parseTrackingCode}
    />
  )
}
