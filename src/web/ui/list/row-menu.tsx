import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentType } from 'react'

interface RowAction {
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  onClick: () => void
}

/** The actions of a row behind one button, named for the row they belong to. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    // Fixed, so that a scrolling list does not clip it; in place, so that it stays within the page's landmarks.
    <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={label}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: name, icon: Icon, onClick }) => (
          <Menu.Item key={name} leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
