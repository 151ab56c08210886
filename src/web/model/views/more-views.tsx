import { Menu } from '@mantine/core'
import { IconBookmarkPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import type { View } from '#contract/views/view.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import type { OfMenu } from '#web/ui/parts/later-menu.tsx'
import { MoreButton } from './view-buttons.tsx'
import classes from './views.module.css'

export interface MoreViewsProps {
  views: readonly View[]
  current: View | null
  onOpen: (id: number) => void
  onSaveAsNew: () => void
  onTrash: () => void
}

/** All saved views, with or without a tab, and further actions beside opening one. */
export function MoreViews({ views, current, onOpen, onSaveAsNew, onTrash, defaultOpened }: MoreViewsProps & OfMenu) {
  const group = (title: string, members: readonly View[]) =>
    members.length > 0 && (
      <>
        <Menu.Label>{title}</Menu.Label>
        {members.map((view) => (
          <Menu.Item
            key={view.id}
            data-current={view.id === current?.id || undefined}
            rightSection={view.shared && <IconUsers size={14} aria-label="Shared" />}
            onClick={() => onOpen(view.id)}
          >
            {view.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
      </>
    )
  const ofOthers = (view: View) => view.shared && !(view.editable && view.owner !== null)
  return (
    <MenuInPlace position="bottom-start" defaultOpened={defaultOpened}>
      <Menu.Target>
        <MoreButton />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {group(
          'Your views',
          views.filter((view) => !ofOthers(view)),
        )}
        {group('Shared by colleagues', views.filter(ofOthers))}
        <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={onSaveAsNew}>
          Save as new view…
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onTrash}>
          Deleted views…
        </Menu.Item>
      </Menu.Dropdown>
    </MenuInPlace>
  )
}
