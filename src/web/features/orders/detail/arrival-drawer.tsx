import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import {
  chargeWords,
  daysLeftWords,
  firstClock,
  freeUntil,
  isCharged,
} from '#web/features/free-time/shared/clock-words.ts'
import { clocksQuery } from '#web/features/free-time/shared/free-times.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fact, Value } from './fact.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')

/** True once an order has left and no cut-off is ahead: what counts then is the days after the arrival. */
export const isOnItsWay = ({ nextCutOff, lastMilestone }: Pick<Order, 'nextCutOff' | 'lastMilestone'>) =>
  nextCutOff === null && lastMilestone !== null && MILESTONES.indexOf(lastMilestone) >= MILESTONES.indexOf('departed')

interface ArrivalDrawerProps {
  /** The clocks and the release of the order. */
  children: ReactNode
}

/** The drawer with what happens after the arrival. The address says that it is open. */
export function ArrivalDrawer({ children }: ArrivalDrawerProps) {
  const { arrival = false } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () =>
    void navigate({ search: (before) => ({ ...before, arrival: undefined }), replace: true, resetScroll: false })
  return (
    <SideDrawer
      opened={arrival}
      onClose={close}
      title="Free time and release"
      width={640}
      returnTo={() => document.querySelector<HTMLElement>('[data-arrival]')}
    >
      {children}
    </SideDrawer>
  )
}

/** The clock of an order that ends first; while none runs, that of the container it `shares`. Undefined until known. */
function useFirstClock({ id, sailing, transportationMode }: FreeUntilOrder) {
  const { data: own } = useQuery(clocksQuery({ orderId: id }))
  const first = own && firstClock(own.items)
  const containerId = transportationMode === TransportationMode.LCL ? (sailing?.container?.id ?? null) : null
  const asks = first === null && sailing !== null && containerId !== null
  const { data: shared } = useQuery({
    ...clocksQuery({ sailingId: sailing?.id ?? 0, containerId: containerId ?? 0 }),
    enabled: asks,
  })
  return { clock: asks ? shared && firstClock(shared.items) : first, shares: asks }
}

type FreeUntilOrder = Pick<Order, 'id' | 'sailing' | 'transportationMode'>

/** The fact 'Free until': the clock that ends first, red with its money once it is over. It opens the drawer. */
export function FreeUntil({ order }: { order: FreeUntilOrder }) {
  const navigate = route.useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const { clock, shares } = useFirstClock(order)
  const late = clock ? isCharged(clock) : false
  const left = clock && clock.daysLeft !== null ? daysLeftWords(clock.daysLeft) : ''
  const words = clock ? (late && chargeWords(clock)) || left : 'Release and free time'
  // A container of several orders is ours to mind: it says which one it is.
  const more = clock && shares ? `${clock.container?.number || 'Its container'}: ${words}` : words
  return (
    <Fact label="Free until">
      <UnstyledButton
        ref={button}
        data-arrival
        className={classes.open}
        aria-haspopup="dialog"
        onClick={() => void navigate({ search: (before) => ({ ...before, arrival: true }), resetScroll: false })}
      >
        <VisuallyHidden>Free until </VisuallyHidden>
        <Value more={clock !== undefined && more} late={late}>
          {clock === undefined ? '\u00a0' : clock ? freeUntil(clock) : EMPTY}
        </Value>
      </UnstyledButton>
    </Fact>
  )
}
