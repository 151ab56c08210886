import { Drawer } from '@mantine/core'
import { useReturnFocus } from '#web/ui/dialog/return-focus.ts'
import { SideMenu } from './side-menu.tsx'

/** The side menu of a phone. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useReturnFocus(opened)
  return (
    <Drawer opened={opened} onClose={onClose} title="Menu" size={280} returnFocus={false}>
      <SideMenu collapsed={false} onExpand={onClose} />
    </Drawer>
  )
}
