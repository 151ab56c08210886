import { useImport } from '#web/lib/resource/use-import.ts'
import { ImportDialog } from '#web/ui/dialog/import-dialog.tsx'

interface RecordImportProps {
  path: string
  title: string
  about: string | undefined
  onClose: () => void
}

/** Imports a file into a reference list. */
export function RecordImport({ path, title, about, onClose }: RecordImportProps) {
  const importing = useImport(path, onClose)
  return (
    <ImportDialog title={`Import ${title}`} onClose={onClose} {...importing}>
      {about}
    </ImportDialog>
  )
}
