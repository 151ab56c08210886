import type { Client } from '#contract/clients/clients.ts'
import { RESTORE_DAYS } from '#contract/clients/clients.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'
import { useDeleteClient } from './client-changes.ts'

export const bookingRequests = (n: number) => (n === 1 ? '1 booking request' : `${n} booking requests`)

interface DeleteDialogProps {
  client: Pick<Client, 'id' | 'username' | 'orders'>
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a client is deleted, and names what goes with it. */
export function DeleteDialog({ client, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteClient(() => {
    onClose()
    onDeleted?.()
  })
  return (
    <Confirm {...deleting({ name: client.username, remove, onClose })} onConfirm={() => remove.mutate(client.id)}>
      The client's booking requests will also be deleted:{' '}
      {client.orders > 0 ? <strong>{bookingRequests(client.orders)}</strong> : 'none so far'}. The client can be
      restored for {RESTORE_DAYS} days.
    </Confirm>
  )
}
