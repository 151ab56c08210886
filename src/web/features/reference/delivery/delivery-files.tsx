import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { DELIVERY_PATH, DELIVERY_TITLE } from '#contract/reference/delivery/delivery.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useImport } from '#web/lib/resource/use-import.ts'
import { ImportDialog } from '#web/ui/dialog/import-dialog.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'

/** Export and import of the grid, memoized so that they do not render with the count of changes. */
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
    <ImportDialog
      title="Import delivery times"
      onClose={onClose}
      {...useImport({ key: DELIVERY_PATH, path: DELIVERY_PATH }, onClose)}
    >
      A CSV or Excel file in the layout of the grid, or with the columns Depot, Cartage and Days. Cells are matched by
      depot and cartage name. Empty cells remove their days; cells missing from the file stay unchanged.
    </ImportDialog>
  )
}
