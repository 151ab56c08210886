import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconArrowRight,
  IconHome,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import type { View } from '#contract/views/view.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { usePrefs, useSwap } from '#web/model/views/saving/view-calls.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import type { OfMenu } from '#web/ui/parts/later-menu.tsx'
import { OptionsButton } from './view-buttons.tsx'

export interface ViewOptionsProps {
  view: View
  /** Pinned views, in order. */
  pinned: readonly View[]
  link: string
  onEdit: () => void
  onDelete: () => void
}

/** Actions on the open view. Pins and the default are each person's own. */
export function ViewOptions({ view, pinned, link, onEdit, onDelete, defaultOpened }: ViewOptionsProps & OfMenu) {
  const { mutate: save } = usePrefs()
  const { mutate: swap } = useSwap()
  const { copy } = useClipboard()
  const { id, isDefault } = view
  const at = pinned.findIndex((each) => each.id === id)
  const beside = (by: number) => (at < 0 ? undefined : pinned[at + by])
  const [before, after] = [beside(-1), beside(1)]
  return (
    <MenuInPlace position="bottom-start" defaultOpened={defaultOpened}>
      <Menu.Target>
        <OptionsButton view={view} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={view.pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
          onClick={() => save({ id, pinned: !view.pinned })}
        >
          {view.pinned ? 'Unpin tab' : 'Pin as tab'}
        </Menu.Item>
        {before && (
          <Menu.Item leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={() => swap([view, before])}>
            Move tab left
          </Menu.Item>
        )}
        {after && (
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={() => swap([view, after])}>
            Move tab right
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHome size={16} aria-hidden />} onClick={() => save({ id, isDefault: !isDefault })}>
          {isDefault ? 'No longer open first' : 'Open this view first'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => {
            copy(link)
            showSuccess('Link copied')
          }}
        >
          Copy link
        </Menu.Item>
        {view.editable && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Rename or share…
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              Delete…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </MenuInPlace>
  )
}
