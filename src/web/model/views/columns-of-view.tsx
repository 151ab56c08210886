import { Switch } from '@mantine/core'
import type { ViewDefinition } from '#contract/views/view.ts'
import { ColumnChooser } from '#web/ui/filters/column-chooser.tsx'
import { useColumnTitles } from './column-titles.ts'
import classes from './views.module.css'

export interface ViewColumnsProps {
  definition: ViewDefinition
  onChange: (definition: ViewDefinition) => void
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
