import type { Resource } from '#contract/lib/resource.ts'
import { useImport } from '#web/lib/resource/use-import.ts'
import { ImportDialog } from '#web/ui/dialog/import-dialog.tsx'

interface RecordImportProps {
  resource: Pick<Resource, 'key' | 'path'>
  title: string
  about: string | undefined
  onClose: () => void
}

/** Imports a file into a reference list. */
export function RecordImport({ resource, title, about, onClose }: RecordImportProps) {
  const importing = useImport(resource, onClose)
  return (
    <ImportDialog title={`Import ${title}`} onClose={onClose} {...importing}>
      {about}
    </ImportDialog>
  )
}
