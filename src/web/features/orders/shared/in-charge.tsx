import { NativeSelect, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { order as wholeOrder } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { request } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import classes from './in-charge.module.css'
import { showSavedOrder } from './save-order.ts'
import { staffQuery } from './staff.ts'

const UNASSIGNED = 'Unassigned'

/** The person in charge; a click reassigns the order. A disabled account counts as unassigned. */
export function InCharge({ order }: { order: OrderListItem }) {
  const staff = useQuery(staffQuery).data?.items
  const [wanted, setWanted] = useState<string | null>(null)
  const { run, forget, ...attempt } = useAttempt()
  const current = staff?.find(({ id }) => id === order.inChargeId)
  const name = staff ? (current?.name ?? UNASSIGNED) : '…'
  const code = formatTrackingCode(trackingCodeOf(order))
  const ask = () => {
    forget()
    setWanted(String(current?.id ?? ''))
  }
  const confirm = async () => {
    const body = { userId: wanted ? Number(wanted) : null }
    const save = async () => {
      const saved = await request(wholeOrder, `request/booking/${order.id}/in-charge`, { method: 'PUT', body })
      showSavedOrder(saved)
      showSuccess(saved.inCharge ? `${saved.inCharge.name} is now in charge of ${code}` : `${code} is now unassigned`)
    }
    if (await run(save)) setWanted(null)
  }
  return (
    <>
      <UnstyledButton
        className={classes.name}
        data-nobody={!current || undefined}
        aria-haspopup="dialog"
        aria-label={`${IN_CHARGE}: ${name}`}
        disabled={!staff}
        onClick={ask}
      >
        {name}
      </UnstyledButton>
      <Confirm
        opened={wanted !== null}
        title={`${IN_CHARGE} of ${code}`}
        confirm="Save"
        disabled={!staff}
        {...attempt}
        onConfirm={() => void confirm()}
        onCancel={() => setWanted(null)}
      >
        <NativeSelect
          label={IN_CHARGE}
          data-autofocus
          data={[
            { value: '', label: UNASSIGNED },
            ...(staff ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={wanted ?? ''}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      </Confirm>
    </>
  )
}
