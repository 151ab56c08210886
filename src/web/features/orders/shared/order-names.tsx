import { Anchor } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { picked } from '#web/model/bulk/picked.ts'
import classes from './order-names.module.css'
import { orderQuery } from './orders.ts'

/** Orders named for one count, at most; there may be thousands. */
const MOST_NAMES = 20

/** Orders by code and company, each a link to its page in another tab: the form in which they are named stays. */
export function OrderNames({ ids }: { ids: readonly number[] }) {
  const shown = ids.slice(0, MOST_NAMES)
  const known = picked.get().orders
  const read = useQueries({ queries: shown.map((id) => ({ ...orderQuery(id), enabled: !known.has(id) })) })
  const more = ids.length - shown.length
  return (
    <div className={classes.names}>
      {shown.map((id, at) => {
        const order = known.get(id) ?? read[at]?.data
        return (
          <span key={id} className={classes.order}>
            <Anchor size="sm" href={`/orders/${id}`} target="_blank">
              {order ? formatTrackingCode(trackingCodeOf(order)) : `Order ${id}`}
            </Anchor>
            {order?.companyName}
          </span>
        )
      })}
      {more > 0 && <span>and {more.toLocaleString('en')} more</span>}
    </div>
  )
}
