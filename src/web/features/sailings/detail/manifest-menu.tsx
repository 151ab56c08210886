import { Button, Menu } from '@mantine/core'
import {
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconListDetails,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { download } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'

/** The cargo manifest as a file, or on paper. */
export function ManifestMenu({ sailing: { id, reference } }: { sailing: Sailing }) {
  const [busy, setBusy] = useState(false)
  const save = async (format: 'pdf' | 'csv' | 'xlsx') => {
    setBusy(true)
    try {
      await download(`${sailings.path}/${id}/manifest?format=${format}`, `Manifest ${reference}.${format}`)
    } catch (error) {
      showError(error, () => void save(format))
    } finally {
      setBusy(false)
    }
  }
  return (
    <MenuInPlace position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconListDetails size={16} aria-hidden />} loading={busy}>
          Manifest
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => void save('pdf')}>
          PDF
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => void save('csv')}>
          CSV
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => void save('xlsx')}>
          Excel (XLSX)
        </Menu.Item>
      </Menu.Dropdown>
    </MenuInPlace>
  )
}
