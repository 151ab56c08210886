import { useQuery } from '@tanstack/react-query'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import classes from './told.module.css'
import { ToldFields } from './told-fields.tsx'
import type { useTold } from './use-told.ts'

interface ActualDateToldProps {
  sailing: Pick<Sailing, 'id'>
  /** The day that was entered, as an instant in ISO 8601. */
  date: string
  told: ReturnType<typeof useTold>
  errors: { eventId?: string; emailTemplateId?: string }
}

/** What goes with the actual date of a sailing: dates in confirmations, and the event of the orders aboard. */
export function ActualDateTold({ sailing, date, told, errors }: ActualDateToldProps) {
  const { data } = useQuery(loadedQuery(sailing.id, null))
  const orderIds = (data ?? []).filter(({ status }) => status === OrderStatus.IN_PROGRESS).map(({ orderId }) => orderId)
  const orders = orderIds.length === 1 ? 'the order' : `the ${orderIds.length} orders`
  if (data && orderIds.length === 0) return <p className={classes.note}>No order in progress is aboard.</p>
  return (
    <>
      <p className={classes.note}>
        Also fills this date in the booking confirmations of {data ? orders : 'the orders'} aboard, where it is empty.
      </p>
      <ToldFields of={told} orderIds={orderIds} date={date} errors={errors} />
    </>
  )
}
