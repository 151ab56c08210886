import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** The button of an export's formats. */
export const ExportButton = (
  props: Omit<ComponentProps<'button'>, 'color'> & Pick<ButtonProps, 'size' | 'loading'>,
) => (
  <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} {...props}>
    Export
  </Button>
)
