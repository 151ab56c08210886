import { Button } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import type { ViewColumnsProps } from './columns-of-view.tsx'

const ColumnsOfView = lazyPart(() => import('./columns-of-view.tsx').then((part) => part.ColumnsOfView))

/** The button of the columns of a view and the height of its rows. */
export function ViewColumns(props: ViewColumnsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popup
      label="Columns of this view"
      opened={opened}
      onChange={setOpened}
      width={280}
      target={(target) => (
        <Button
          {...target}
          size="compact-md"
          variant="default"
          leftSection={<IconLayoutColumns size={16} aria-hidden />}
        >
          Columns
        </Button>
      )}
    >
      <ColumnsOfView {...props} />
    </Popup>
  )
}
