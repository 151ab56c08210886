import { parseOrderSearch } from '#contract/orders/tracking-code.ts'
import { SearchBox } from '#web/ui/search/search-box.tsx'
import { useTypedSearch } from '#web/ui/search/use-typed-search.ts'
import classes from './orders.module.css'
import { usePastedCodes } from './use-pasted-codes.ts'

const WHOLE_CODE = 12
/** The words for what the search takes, in its help and in 'nothing found'. */
export const SEARCH_TAKES = 'A tracking code or its start, the last four digits of a code, or an order ID.'

/** The mask for a typed text: a plain number is no code, and needs none. */
const maskOf = (text: string) => (/^[^a-z0-9]*\d/i.test(text) ? '9999999999' : 'aaaa - 9999 - 9999')

interface OrderSearchProps {
  /** The code in the address or its start, an id, or four digits. */
  value: string
  onChange: (code: string) => void
  /** Called with the code on which Enter was pressed, until it is in the address; with '' on typing. */
  onAsked: (code: string) => void
}

/**
 * The search by tracking code, id or last four digits. It looks up a full code at once, a partial one after a
 * pause in typing.
 */
export function OrderSearch({ value, onChange, onAsked }: OrderSearchProps) {
  const { typed, type, send } = useTypedSearch(value, onChange)
  const change = (code: string) => {
    onAsked('')
    if (code.length === 0 || code.length === WHOLE_CODE) send(code)
    else type(code)
  }
  const show = usePastedCodes()
  const takes = (text: string) => {
    const taken = show(text)
    if (taken) send('')
    return taken
  }
  const enter = () => {
    send(typed)
    onAsked(typed)
  }
  return (
    <SearchBox
      className={classes.search}
      label="Search by tracking code"
      hint={SEARCH_TAKES}
      maskOf={maskOf}
      placeholder="ABCD - 1234 - 5678"
      value={typed}
      onChange={change}
      onEnter={enter}
      parse={parseOrderSearch}
      takes={takes}
    />
  )
}
