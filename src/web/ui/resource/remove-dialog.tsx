import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#contract/lib/resource.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useRemove, usesQuery } from '#web/lib/resource/use-resource.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'

interface RemoveDialogProps {
  resource: Pick<Resource, 'key' | 'path' | 'name' | 'toasts'>
  id: number
  name: string
  /** Further records that are deleted with it, in words. */
  consequence?: string
  onClose: () => void
  /** Called once the record is gone and the dialog closed. */
  onRemoved?: () => void
}

/**
 * Asks before a record is deleted. Its uses are read first: a record in use stays, the dialog says why and
 * offers no Delete. If a use appears in the meantime, the refusal leads to the same.
 */
export function RemoveDialog({ resource, id, name, consequence, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useRemove(resource)
  const { data, error, isFetching, refetch } = useQuery(usesQuery(resource, id))
  const noun = resource.name.toLowerCase()
  if (data?.usedBy) {
    return (
      <Confirm opened title={`${name} cannot be deleted`} cancel="Close" onConfirm={onClose} onCancel={onClose}>
        This {noun} is in use by {data.usedBy}.
      </Confirm>
    )
  }
  const unknown = faultOf(error)
  return (
    <Confirm
      {...deleting({ name, remove, onClose })}
      disabled={data === undefined || isFetching}
      fault={unknown ? { ...unknown, onRetry: () => void refetch() } : faultOf(remove.error)}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose()
            onRemoved?.()
          },
          onError: () => void refetch(),
        })
      }
    >
      {consequence ?? `The ${noun} will be deleted permanently.`}
    </Confirm>
  )
}
