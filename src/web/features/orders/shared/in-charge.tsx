import { Menu, type MenuProps, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { order as wholeOrder } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { request } from '#web/lib/api/api.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import classes from './in-charge.module.css'
import { showSavedOrder } from './save-order.ts'
import { staffQuery } from './staff.ts'

const UNASSIGNED = 'Unassigned'
/** The value of the choice of nobody. */
const NOBODY = 'nobody'

/** Puts somebody in charge of an order, or nobody, and says so; what was before is one press away. */
async function assign(order: OrderListItem, userId: number | null): Promise<void> {
  const body = { userId }
  const saved = await request(wholeOrder, `request/booking/${order.id}/in-charge`, { method: 'PUT', body })
  showSavedOrder(saved)
  const code = formatTrackingCode(trackingCodeOf(order))
  const undo = () => void assign(saved, order.inChargeId).catch(showError)
  const said = saved.inCharge ? `${saved.inCharge.name} is now in charge of ${code}` : `${code} is now unassigned`
  showSuccess(said, { label: 'Undo', run: undo })
}

/**
 * The person in charge; a click offers the others, and choosing one reassigns the order. A disabled account counts
 * as unassigned.
 */
export function InCharge({ order, ...menu }: { order: OrderListItem } & Pick<MenuProps, 'opened' | 'onChange'>) {
  const staff = useQuery(staffQuery).data?.items
  const { run, busy } = useAttempt()
  const current = staff?.find(({ id }) => id === order.inChargeId)
  const name = staff ? (current?.name ?? UNASSIGNED) : '…'
  return (
    <MenuInPlace position="bottom-start" {...menu} classNames={{ dropdown: classes.people }}>
      <Menu.Target>
        <UnstyledButton
          className={classes.name}
          data-nobody={!current || undefined}
          aria-label={`${IN_CHARGE}: ${name}`}
          disabled={!staff}
          aria-busy={busy || undefined}
        >
          {name}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={String(current?.id ?? NOBODY)}
          onChange={(chosen) => void run(() => assign(order, chosen === NOBODY ? null : Number(chosen)))}
        >
          {[...(staff ?? []), { id: NOBODY, name: UNASSIGNED }].map((person) => (
            <Menu.RadioItem key={person.id} value={String(person.id)} closeMenuOnClick>
              {person.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </MenuInPlace>
  )
}

/** The same on the order's page, where the box opens it too. */
export function InChargeOfPage({ order }: { order: OrderListItem }) {
  const [opened, setOpened] = useState(false)
  usePageActions([{ label: IN_CHARGE, name: `charge ${order.id}`, run: () => setOpened(true) }])
  return <InCharge order={order} opened={opened} onChange={setOpened} />
}
