import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'

interface NoOrdersProps {
  search: string
  onClear: () => void
}

export function NoOrders({ search, onClear }: NoOrdersProps) {
  if (search) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="No order with this tracking code"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        No tracking code begins with {formatTrackingCode(search)}. A code has 4 letters and 8 digits.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconPackage}
      title="No orders yet"
      action={
        <ButtonLink to="/clients" variant="default">
          Go to Clients
        </ButtonLink>
      }
    >
      Booking requests of all clients appear here, newest first. Create the first one on a client's page.
    </EmptyState>
  )
}
