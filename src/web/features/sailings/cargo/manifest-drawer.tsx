import type { Container } from '#contract/sailings/containers.ts'
import { MadeList } from '#web/features/made-documents/shared/made-list.tsx'
import { boxName } from '#web/features/sailings/shared/sailing-looks.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'

interface ManifestDrawerProps {
  /** The container; null while the drawer is closed. */
  container: Container | null
  onClose: () => void
}

/** The manifest of a container as PDF, with its versions. */
export function ManifestDrawer({ container, onClose }: ManifestDrawerProps) {
  return (
    <SideDrawer
      opened={container !== null}
      onClose={onClose}
      title={container ? `Manifest of ${boxName(container)}` : ''}
      width={560}
      returnTo={() => document.querySelector<HTMLElement>('[data-container] button')}
    >
      {container && <MadeList subject={{ containerId: container.id }} />}
    </SideDrawer>
  )
}
