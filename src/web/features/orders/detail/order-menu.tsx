import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconCopyPlus, IconDots, IconHistory, IconLink, IconPrinter, IconShip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import { vesselOf } from './vessel-of.ts'

interface OrderMenuProps {
  head: OrderListItem
  order: Order | undefined
  /** Whether the client's other orders are shown, and what changes that. */
  seesAll: boolean
  onSeeAll: () => void
  /** The dialog with the changes of the order. */
  changes: (onClose: () => void) => ReactNode
}

/** Everything about an order that is not needed every time: what can be copied, its changes, and its print. */
export function OrderMenu({ head, order, seesAll, onSeeAll, changes }: OrderMenuProps) {
  const [opened, setOpened] = useState(false)
  const { copy } = useClipboard()
  const vessel = vesselOf(order)
  const code = trackingCodeOf(head)
  const copied = (value: string, said: string) => {
    copy(value)
    showSuccess(said)
  }
  return (
    <>
      <MenuInPlace position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} variant="default" aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => copied(code, 'The tracking code was copied')}
          >
            Copy tracking code
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => copied(`${window.location.origin}/orders/${head.id}`, 'The link was copied')}
          >
            Copy link
          </Menu.Item>
          {vessel !== '' && (
            <Menu.Item
              leftSection={<IconShip size={16} aria-hidden />}
              onClick={() => copied(vessel, 'Vessel and voyage were copied')}
            >
              Copy vessel and voyage
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.CheckboxItem checked={seesAll} onChange={onSeeAll} closeMenuOnClick>
            See all orders
          </Menu.CheckboxItem>
          <Menu.Item
            renderRoot={(props) => (
              <Link
                to="/new-order/$userId"
                params={{ userId: String(head.userId) }}
                search={{ copy: head.id }}
                {...props}
              />
            )}
            leftSection={<IconCopyPlus size={16} aria-hidden />}
          >
            Copy as new order
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpened(true)}>
            Changes
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={!order}
            // The menu is gone from the page by then.
            onClick={() => window.setTimeout(() => window.print())}
          >
            Print
          </Menu.Item>
        </Menu.Dropdown>
      </MenuInPlace>
      {opened && changes(() => setOpened(false))}
    </>
  )
}
