import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { RequestOptions } from '#web/lib/api/api.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import type { OfMenu } from '#web/ui/parts/later-menu.tsx'

/** The export of a list: its path, and the query that narrows and sorts its rows. */
export interface Exported {
  path: string
  name: string
  query: RequestOptions['query']
  /** The kind of record that can be imported: then the export offers all fields too. */
  imports?: ImportKind
}

export interface ViewExportProps extends Exported {
  /** Columns shown, in order. */
  columns: readonly string[]
}

/** Exports exactly what the view shows: its rows, in its order, with its columns. */
export function ViewExport({ path, name, query, columns, imports, defaultOpened }: ViewExportProps & OfMenu) {
  const shown = useExport(path, name, { query: { ...query, columns: columns.join() } })
  const whole = useExport(path, name, { query: { ...query, fields: 'all' } })
  const running = whole.progress ? whole : shown
  return (
    <ExportMenu
      size="compact-md"
      {...running}
      onExport={shown.onExport}
      onExportAll={imports && (() => whole.onExport('csv'))}
      defaultOpened={defaultOpened}
    />
  )
}
