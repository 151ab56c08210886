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
import type { Document } from '#contract/orders.ts'
import { download } from '#web/lib/download.ts'
import { formatBytes } from '#web/lib/file-size.ts'
import { showError } from '#web/lib/toast.tsx'
import classes from './documents.module.css'

/** The sign of a file by its name. */
export function fileIcon(name: string) {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (extension === 'pdf') return IconFileTypePdf
  if (['jpg', 'jpeg', 'png', 'bmp', 'tiff'].includes(extension)) return IconPhoto
  if (['xls', 'xlsx'].includes(extension)) return IconFileSpreadsheet
  return ['doc', 'docx'].includes(extension) ? IconFileText : IconFile
}

/** A document by name and size, with its download. */
export function DocumentItem({
  document,
  more,
  children,
}: {
  document: Document
  more?: ReactNode
  children?: ReactNode
}) {
  const Icon = fileIcon(document.name)
  return (
    <div className={classes.item}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.text}>
        <div className={classes.name}>{document.name}</div>
        <div className={classes.meta}>
          {document.category} · {formatBytes(document.size)}
          {more}
        </div>
      </div>
      {children}
      <DownloadButton document={document} />
    </div>
  )
}

function DownloadButton({ document }: { document: Document }) {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    try {
      await download(`document/${document.id}/download`, document.name)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip label="Download">
      <ActionIcon size={32} aria-label={`Download ${document.name}`} loading={busy} onClick={() => void get()}>
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
