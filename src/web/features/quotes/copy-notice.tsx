import { Alert, Checkbox } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { TextLink } from '#web/ui/page/link.tsx'
import type { NewOrder } from './state/use-new-order.ts'

/** The parts that were copied, those that were not, and places that are no longer offered. */
export function CopyNotice({ order: { state, dispatch } }: { order: NewOrder }) {
  const { copy } = state
  if (!copy) return null
  const gone = copy.gone.map((place) => `${place} ${copy[place]}`).join(' and ')
  return (
    <Alert mb="md" maw={760} variant="light" icon={<IconCopy aria-hidden />} title="Copied from an order">
      Shipment and shipper are copied from{' '}
      <TextLink to="/orders/$orderId" params={{ orderId: copy.orderId }}>
        {copy.code}
      </TextLink>
      . The price is recalculated. Dates, references and Amazon ids are left empty, and the contact details are the
      client’s current ones.
      {gone && (
        <p role="alert">
          <strong>No longer offered: {gone}. Please choose another.</strong>
        </p>
      )}
      {copy.withConfirmation !== null && (
        <Checkbox
          mt="xs"
          label="Copy places and clauses from its booking confirmation"
          checked={copy.withConfirmation}
          onChange={(event) => dispatch({ type: 'copyConfirmation', on: event.currentTarget.checked })}
        />
      )}
    </Alert>
  )
}
