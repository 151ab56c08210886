import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { DELIVERY_PATH, DELIVERY_TITLE } from '#contract/delivery/delivery.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useImport } from '#web/lib/resource/use-import.ts'
import { ImportDialog } from '#web/ui/dialog/import-dialog.tsx'
import { ExportMenu } from '#web/ui/list/export-menu.tsx'

/** The grid as a file, and back. Not drawn again with each change that is counted beside it. */
export const DeliveryFiles = memo(function DeliveryFiles() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ExportMenu {...useExport(DELIVERY_PATH, DELIVERY_TITLE)} />
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpened(true)}>
        Import
      </Button>
      {opened && <DeliveryImport onClose={() => setOpened(false)} />}
    </>
  )
})

function DeliveryImport({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog title="Import delivery times" onClose={onClose} {...useImport(DELIVERY_PATH, onClose)}>
      A CSV or Excel file laid out like the grid, or a list with the columns Depot, Cartage and Days. Cells are matched
      by the names of depot and cartage; an empty one removes its days, what is not in the file stays.
    </ImportDialog>
  )
}
