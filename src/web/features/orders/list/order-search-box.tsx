import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { SearchBox } from '#web/ui/list/search-box.tsx'
import { useTypedSearch } from '#web/ui/list/use-typed-search.ts'
import classes from './orders.module.css'

const WHOLE_CODE = 12

interface OrderSearchProps {
  /** The code in the address, or the start of one. */
  value: string
  onChange: (code: string) => void
  /** The code that Enter was pressed on, until it is in the address; '' after more typing. */
  onAsked: (code: string) => void
}

/** The masked search by tracking code; looks up a full code at once, a partial one after a pause in typing. */
export function OrderSearch({ value, onChange, onAsked }: OrderSearchProps) {
  const { typed, type, send } = useTypedSearch(value, onChange)
  const change = (code: string) => {
    onAsked('')
    if (code.length === 0 || code.length === WHOLE_CODE) send(code)
    else type(code)
  }
  const enter = () => {
    send(typed)
    onAsked(typed)
  }
  return (
    <SearchBox
      className={classes.search}
      label="Search by tracking code"
      mask="aaaa - 9999 - 9999"
      placeholder="ABCD - 1234 - 5678"
      value={typed}
      onChange={change}
      onEnter={enter}
      parse={parseTrackingCode}
    />
  )
}
