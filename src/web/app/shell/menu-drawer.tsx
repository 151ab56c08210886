import { Drawer } from '@mantine/core'
import { SideMenu } from './side-menu.tsx'

/** The side menu of a phone. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Menu" size={280}>
      <SideMenu collapsed={false} onExpand={onClose} />
    </Drawer>
  )
}
