import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CODE_LENGTH, formatTrackingCode, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { codesQuery } from '#web/model/search/search-calls.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

interface UnknownCodesProps {
  codes: readonly string[]
  /** Pasted texts that are no codes, and codes known to be unknown. */
  notCodes: readonly string[]
}

/** Codes that are named at once; the others on request, since a list of hundreds would cover the orders. */
const MOST_NAMES = 20

function written(text: string): string {
  const code = parseTrackingCode(text)
  return code.length === CODE_LENGTH ? formatTrackingCode(code) : text
}

/** How many of the pasted codes were found, and those that no order has. */
export function UnknownCodes({ codes, notCodes }: UnknownCodesProps) {
  const { data } = useQuery(codesQuery(codes))
  const [all, setAll] = useState(false)
  // A text may be another number of an order, by which the list does not find it.
  const known = new Set(data?.found.map(({ code }) => code))
  const missing = data ? codes.filter((code) => !known.has(code)) : []
  const unknown = [...missing, ...notCodes].map(written)
  const asked = codes.length + notCodes.length
  const count = data && codes.length > 0 ? `${asked - unknown.length} of ${asked} codes found` : ''
  if (unknown.length === 0) return count && asked > 1 ? <Notice role="status">{count}</Notice> : null
  return (
    <Notice warn role="status">
      {count && `${count}. `}
      {unknown.length === 1 ? 'No order has this code: ' : `No orders have these ${unknown.length} codes: `}
      {(all ? unknown : unknown.slice(0, MOST_NAMES)).join(', ')}
      {unknown.length > MOST_NAMES && (
        <>
          {all ? ' ' : ' … '}
          <Anchor component="button" type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${unknown.length}`}
          </Anchor>
        </>
      )}
    </Notice>
  )
}
