import type { Resource } from '#contract/lib/resource.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useRemove } from '#web/lib/resource/use-resource.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

interface RemoveDialogProps {
  resource: Pick<Resource, 'path' | 'name' | 'toasts'>
  id: number
  name: string
  /** What else is deleted with the record. */
  consequence?: string
  onClose: () => void
}

/** Asks before a record is deleted. A record in use stays, and the dialog says what uses it. */
export function RemoveDialog({ resource, id, name, consequence, onClose }: RemoveDialogProps) {
  const remove = useRemove(resource)
  return (
    <Confirm
      opened
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      fault={faultOf(remove.error)}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {consequence ?? `The ${resource.name.toLowerCase()} is deleted permanently.`}
    </Confirm>
  )
}
