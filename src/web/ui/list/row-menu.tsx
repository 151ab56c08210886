import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'

export interface RowAction {
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  onClick: () => void
}

/** The actions of a row behind one button, named for the row they belong to. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useFocusLeftToPage()
  return (
    <MenuInPlace position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={label}>
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
    </MenuInPlace>
  )
}

/** Leaves the focus of a button to the page, instead of nowhere, when its row goes (it was deleted). */
function useFocusLeftToPage() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element && document.activeElement === element) element.closest('main')?.focus({ preventScroll: true })
    }
  }, [])
  return button
}
