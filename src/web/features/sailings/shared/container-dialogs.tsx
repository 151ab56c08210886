import { type Container, containers } from '#contract/sailings/containers.ts'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { ContainerDialog } from './container-dialog.tsx'
import { boxName } from './sailing-looks.ts'
import { refreshSailings } from './sailings.ts'

/** What is being done to the containers of a sailing or an FCL order. */
export type OpenedContainer = { what: 'add' } | { what: 'edit' | 'delete'; container: Container } | null

interface ContainerDialogsProps {
  opened: OpenedContainer
  owner: { sailingId: number } | { orderId: number }
  onClose: () => void
}

/** The dialogs that add, edit and delete a container. */
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
