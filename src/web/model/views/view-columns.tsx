import { Button, Switch } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { useState } from 'react'
import type { ViewDefinition } from '#contract/views/view.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { ColumnChooser } from '#web/ui/filters/column-chooser.tsx'
import { useColumnTitles } from './column-titles.ts'
import classes from './views.module.css'

interface ViewColumnsProps {
  definition: ViewDefinition
  onChange: (definition: ViewDefinition) => void
}

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

/** Switches and order of the columns of a view, and the height of its rows; each change applies at once. */
export function ColumnsOfView({ definition, onChange }: ViewColumnsProps) {
  const titles = useColumnTitles()
  const compact = definition.density === 'compact'
  return (
    <>
      <ColumnChooser
        columns={definition.columns}
        titles={titles}
        onChange={(columns) => onChange({ ...definition, columns })}
      />
      <Switch
        size="sm"
        className={classes.density}
        label="Compact rows"
        checked={compact}
        onChange={() => onChange({ ...definition, density: compact ? 'normal' : 'compact' })}
      />
    </>
  )
}
