import type { RequestOptions } from '#web/lib/api/api.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'

/** Where the rows of a list are exported, and by what they are narrowed and sorted. */
export interface Exported {
  path: string
  name: string
  query: RequestOptions['query']
}

interface ViewExportProps extends Exported {
  /** The columns shown, in order. */
  columns: readonly string[]
}

/** Exports exactly what the view shows: its rows, in its order, with its columns. */
export function ViewExport({ path, name, query, columns }: ViewExportProps) {
  return <ExportMenu size="compact-md" {...useExport(path, name, { query: { ...query, columns: columns.join() } })} />
}
