import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { formatTrackingCode, parseOrderSearch } from '#contract/orders/tracking-code.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'

interface NoOrdersProps {
  search: string
  onClear: () => void
}

function reasonOf(search: string): string {
  const wanted = parseOrderSearch(search)
  if (wanted === '') return `"${search}" is no tracking code.`
  if (!/^\d/.test(wanted)) return `No tracking code begins with ${formatTrackingCode(wanted)}.`
  return wanted.length === 4
    ? `No order has the ID ${wanted}, and no code ends with it.`
    : `No order has the ID ${wanted}.`
}

export function NoOrders({ search, onClear }: NoOrdersProps) {
  if (search) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="No order found"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        {reasonOf(search)} This search takes a tracking code or its start, the last four digits of a code, or an order
        ID. To find an order by its client, open the client.
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
