import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDotsVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { View } from '#contract/views/view.ts'
import classes from './views.module.css'

type OfButton = Omit<ComponentProps<'button'>, 'color'>

/** The button of all views. */
export const MoreButton = ({ className, ...props }: OfButton) => (
  <Button
    size="compact-md"
    variant="subtle"
    color="gray"
    className={`${classes.more} ${className ?? ''}`}
    rightSection={<IconChevronDown size={14} aria-hidden />}
    {...props}
  >
    More
  </Button>
)

/** The button of the actions on a view. */
export const OptionsButton = ({ view, ...props }: OfButton & { view: View }) => (
  <ActionIcon size={28} variant="subtle" color="gray" aria-label={`Options of view ${view.name}`} {...props}>
    <IconDotsVertical size={16} aria-hidden />
  </ActionIcon>
)
