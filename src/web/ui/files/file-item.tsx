import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './file-item.module.css'

/** The icon for a file name. */
export function fileIcon(name: string) {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (extension === 'pdf') return IconFileTypePdf
  if (['jpg', 'jpeg', 'png', 'bmp', 'tiff'].includes(extension)) return IconPhoto
  if (['xls', 'xlsx'].includes(extension)) return IconFileSpreadsheet
  return ['doc', 'docx'].includes(extension) ? IconFileText : IconFile
}

interface FileItemProps {
  name: string
  /** Facts such as category and size, below the name. */
  facts: ReactNode
  /** Fetches the file; settles once it has arrived, or its error shows. */
  onDownload: () => Promise<void>
  /** More buttons, before the download. */
  children?: ReactNode
}

/** A file with its name, facts and download button. */
export function FileItem({ name, facts, onDownload, children }: FileItemProps) {
  const Icon = fileIcon(name)
  const [busy, setBusy] = useState(false)
  const get = () => {
    setBusy(true)
    void onDownload().finally(() => setBusy(false))
  }
  return (
    <div className={classes.item}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.text}>
        <div className={classes.name}>{name}</div>
        <div className={classes.meta}>{facts}</div>
      </div>
      {children}
      <Tooltip label="Download">
        <ActionIcon size={32} aria-label={`Download ${name}`} loading={busy} onClick={get}>
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
