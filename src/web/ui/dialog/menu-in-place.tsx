import { Menu, type MenuProps } from '@mantine/core'

/**
 * A menu beside its button, within the landmarks of the page, and fixed, so that a scrolling list does not clip
 * it. Its parts are those of Mantine's `Menu`.
 */
export const MenuInPlace = (props: MenuProps) => (
  <Menu withinPortal={false} floatingStrategy="fixed" withInitialFocusPlaceholder={false} {...props} />
)
