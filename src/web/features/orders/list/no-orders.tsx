import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { formatTrackingCode, parseOrderSearch } from '#contract/orders/tracking-code.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'

interface NoOrdersProps {
  search: string
  /** True if filters narrow the list. */
  narrowed: boolean
  onClear: () => void
}

function reasonOf(search: string): string {
  const wanted = parseOrderSearch(search)
  if (wanted === '') return `"${search}" is not a tracking code.`
  if (!/^\d/.test(wanted)) return `No tracking code begins with ${formatTrackingCode(wanted)}.`
  return wanted.length === 4
    ? `No order has the ID ${wanted}, and no code ends with it.`
    : `No order has the ID ${wanted}.`
}

/** An empty list: why, and what fills it. */
export function NoOrders({ search, narrowed, onClear }: NoOrdersProps) {
  const setup = useSettings()?.setupOpen
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
        {reasonOf(search)} You can search by tracking code or its start, the last four digits of a code, or order ID. To
        find an order by its client, open the client.
      </EmptyState>
    )
  }
  if (narrowed) {
    return (
      <EmptyState icon={IconSearchOff} title="No order found">
        No order matches the filters.
      </EmptyState>
    )
  }
  if (setup) {
    return (
      <EmptyState icon={IconPackage} title="No orders yet" action={<ButtonLink to="/setup">Go to Setup</ButtonLink>}>
        Before the first order, Quayside needs your ports, depots, rates and mails. The checklist leads you through
        them.
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
