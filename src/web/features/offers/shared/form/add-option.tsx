import { Button, Menu } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { KeptQuote } from '#contract/offers/offers.ts'
import { keptQuotesQuery } from '#web/features/offers/shared/offer-queries.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { money } from '#web/lib/format/money.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import classes from './offer-form.module.css'

interface AddOptionProps {
  /** Whose kept quotes are listed first; null for those of all. */
  clientId: number | null
  onAdd: (mode: TransportationMode) => void
  onQuote: (quote: KeptQuote) => void
}

/** Adds a further option: LCL, a container, or what the calculator priced lately. */
export function AddOption({ clientId, onAdd, onQuote }: AddOptionProps) {
  const plus = <IconPlus size={16} aria-hidden />
  return (
    <div className={classes.adding}>
      <Button variant="default" leftSection={plus} onClick={() => onAdd(TransportationMode.LCL)}>
        LCL option
      </Button>
      <Button variant="default" leftSection={plus} onClick={() => onAdd(TransportationMode.FCL)}>
        FCL option
      </Button>
      <KeptQuotes clientId={clientId} onQuote={onQuote} />
    </div>
  )
}

function KeptQuotes({ clientId, onQuote }: Pick<AddOptionProps, 'clientId' | 'onQuote'>) {
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
          From a kept quote
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
