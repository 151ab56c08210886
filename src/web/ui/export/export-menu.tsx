import { type ButtonProps, Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ExportProgress as At } from '#web/lib/resource/use-export.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import type { OfMenu } from '#web/ui/parts/later-menu.tsx'
import classes from './export.module.css'
import { ExportButton } from './export-button.tsx'
import { ExportProgress } from './export-progress.tsx'

type ExportFormat = 'csv' | 'xlsx'

/** Milliseconds in which most exports are over; only longer ones show their progress. */
const SHORT_MS = 700

interface ExportMenuProps {
  /** Progress of the export; null while there is none. */
  progress: At | null
  onExport: (format: ExportFormat) => void
  /** Exports every field of the rows, in a file that can be imported. */
  onExportAll?: (() => void) | undefined
  cancel: () => void
  disabled?: boolean
  size?: ButtonProps['size']
}

/** Exports the list as a file; a long export shows its progress, and can be cancelled. */
export function ExportMenu({
  progress,
  onExport,
  onExportAll,
  cancel,
  disabled,
  size,
  defaultOpened,
}: ExportMenuProps & OfMenu) {
  const place = useRef<HTMLDivElement>(null)
  const isLong = useAfterAWhile(progress !== null)
  useKeptFocus(place, isLong)
  // A menu that comes back once an export is over is closed, although this one was opened before it was here.
  const [opensFirst, setOpensFirst] = useState(defaultOpened)
  useEffect(() => setOpensFirst(false), [])
  return (
    <div ref={place} className={classes.place}>
      {progress && isLong ? (
        <ExportProgress progress={progress} onCancel={cancel} />
      ) : (
        <MenuInPlace position="bottom-end" defaultOpened={opensFirst}>
          <Menu.Target>
            <ExportButton size={size} loading={progress !== null} disabled={disabled} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => onExport('csv')}>
              CSV
            </Menu.Item>
            <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => onExport('xlsx')}>
              Excel (XLSX)
            </Menu.Item>
            {onExportAll && (
              <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={onExportAll}>
                All fields, to import
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </MenuInPlace>
      )}
    </div>
  )
}

/** True once it has been busy for a while, until it is over. */
function useAfterAWhile(busy: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = window.setTimeout(() => setIsLong(true), SHORT_MS)
    return () => {
      window.clearTimeout(timer)
      setIsLong(false)
    }
  }, [busy])
  return isLong && busy
}

/** Gives the focus of a button to the one that replaces it. */
function useKeptFocus(place: RefObject<HTMLElement | null>, replaced: boolean): void {
  const before = useRef(replaced)
  useLayoutEffect(() => {
    if (before.current === replaced) return
    before.current = replaced
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [place, replaced])
}
