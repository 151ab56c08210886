import { useState } from 'react'
import type { Resource } from '#contract/lib/resource.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { useRemove } from '#web/lib/use-resource.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Fault } from '#web/ui/fault.tsx'

interface RemoveDialogProps {
  resource: Pick<Resource, 'path' | 'name' | 'toasts'>
  id: number
  name: string
  /** What goes with the record. */
  consequence?: string
  onClose: () => void
}

/** Asks before a record is deleted; one that is in use stays, and the dialog says by what it is used. */
export function RemoveDialog({ resource, id, name, consequence, onClose }: RemoveDialogProps) {
  const remove = useRemove(resource)
  const [refusal, setRefusal] = useState<string | null>(null)
  const confirm = () => remove.mutate(id, { onSuccess: onClose, onError: (error) => setRefusal(messageOf(error)) })
  return (
    <Confirm
      opened
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {consequence ?? `The ${resource.name.toLowerCase()} is deleted for good.`}
      {refusal && <Fault message={refusal} />}
    </Confirm>
  )
}
