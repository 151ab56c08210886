import { Button, Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptQuote } from '#contract/offers/offers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { money } from '#web/lib/format/money.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import { keptQuotesQuery } from './offer-queries.ts'

interface KeptQuotesProps {
  label: string
  /** Whose quotes are listed; null for those of all. */
  clientId: number | null
  onQuote: (quote: KeptQuote) => void
}

/** A button that lists the newest prices of the calculator, of which one is chosen. */
export function KeptQuotes({ label, clientId, onQuote }: KeptQuotesProps) {
  const { recent } = useDates()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...keptQuotesQuery(clientId), enabled: opened })
  const instant = data?.filter(({ kind }) => kind === 'instant')
  const words = ({ origin, destination, inputs, price }: KeptQuote) =>
    `${origin} → ${destination}, ${inputs.volume ?? inputs.cbm ?? '?'} CBM, ${price === null ? 'no price' : money(price)}`
  return (
    <MenuInPlace position="bottom-start" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{clientId === null ? 'The newest quotes' : 'The newest quotes of this client'}</Menu.Label>
        {instant?.length === 0 && <Menu.Item disabled>No quotes yet</Menu.Item>}
        {!instant && <Menu.Item disabled>Loading…</Menu.Item>}
        {instant?.map((quote) => (
          <Menu.Item key={quote.id} onClick={() => onQuote(quote)} rightSection={recent(quote.askedAt)}>
            {words(quote)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </MenuInPlace>
  )
}
