import { type Container, containers } from '#contract/sailings/containers.ts'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { ContainerDialog } from './container-dialog.tsx'
import { boxName } from './sailing-looks.ts'
import { refreshSailings } from './sailings.ts'

/** The action on a container of a sailing or an FCL order whose dialog is open. */
export type OpenedContainer = { what: 'add' } | { what: 'edit' | 'delete'; container: Container } | null

interface ContainerDialogsProps {
  opened: OpenedContainer
  owner: { sailingId: number } | { orderId: number }
  onClose: () => void
}

export function ContainerDialogs({ opened, owner, onClose }: ContainerDialogsProps) {
  if (opened?.what === 'delete') {
    return (
      <RemoveDialog
        resource={containers}
        id={opened.container.id}
        name={boxName(opened.container)}
        onClose={onClose}
        onRemoved={() => void refreshSailings()}
      />
    )
  }
  if (!opened) return null
  return (
    <ContainerDialog owner={owner} container={opened.what === 'edit' ? opened.container : null} onClose={onClose} />
  )
}
