import type { Client } from '#contract/clients/clients.ts'
import { RESTORE_DAYS } from '#contract/clients/clients.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { useDeleteClient } from './client-changes.ts'

const requests = (n: number) => (n === 1 ? '1 booking request' : `${n} booking requests`)

interface DeleteDialogProps {
  client: Pick<Client, 'id' | 'username' | 'orders'>
  onClose: () => void
  onDeleted?: () => void
}

/** Names what is deleted with the client. */
export function DeleteDialog({ client, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteClient(() => {
    onClose()
    onDeleted?.()
  })
  return (
    <Confirm
      opened
      title={`Delete ${client.username}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(client.id)}
      onCancel={onClose}
    >
      The client's booking requests will also be deleted:{' '}
      {client.orders > 0 ? <strong>{requests(client.orders)}</strong> : 'there are none'}. The client can be restored
      for {RESTORE_DAYS} days.
    </Confirm>
  )
}
