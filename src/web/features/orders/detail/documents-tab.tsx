import { ActionIcon, CloseButton, Tooltip } from '@mantine/core'
import { IconExternalLink, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '#contract/orders/orders.ts'
import { documentPath, documentsQuery, fileOf } from '#web/features/orders/shared/documents.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { openInTab } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FileItem } from '#web/ui/files/file-item.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { DocumentPicture, isPicture } from './document-picture.tsx'
import classes from './documents.module.css'

const GROUPS = [
  { key: 'user', title: "User's documents", none: 'No documents from the client yet.' },
  { key: 'admin', title: "Admin's documents", none: 'No documents from staff yet.' },
  { key: 'csr', title: "CSR's documents", none: 'No documents from CSR yet.' },
] as const

/** The documents of an order in three groups; a chosen picture opens beside them. */
export function DocumentsTab({ orderId }: { orderId: number }) {
  const query = useQuery(documentsQuery(orderId))
  const [picture, setPicture] = useState<Document | null>(null)
  const fault = faultOf(query.error)
  if (fault && !query.data) {
    return <Fault {...fault} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <LoadingBlock height={240} />
  const groups = query.data
  return (
    <div className={classes.exchange} data-picture={picture !== null || undefined}>
      <div>
        {GROUPS.map(({ key, title, none }) => (
          <Section key={key} title={title} aside={groups[key].length}>
            <Group documents={groups[key]} title={title} none={none} onPicture={setPicture} shown={picture} />
          </Section>
        ))}
      </div>
      {picture && (
        <figure className={classes.picture}>
          <figcaption className={classes.caption}>
            <span>{picture.name}</span>
            <CloseButton aria-label="Close the picture" onClick={() => setPicture(null)} />
          </figcaption>
          <DocumentPicture key={picture.id} document={picture} />
        </figure>
      )}
    </div>
  )
}

interface GroupProps {
  documents: readonly Document[]
  title: string
  none: string
  shown: Document | null
  onPicture: (document: Document) => void
}

function Group({ documents, title, none, shown, onPicture }: GroupProps) {
  const { date, time } = useDates()
  if (documents.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <ul className={classes.list} aria-label={title}>
      {documents.map((document) => (
        <li key={document.id}>
          <FileItem
            {...fileOf(document)}
            facts={`${fileOf(document).facts} · ${date(document.createdAt)} ${time(document.createdAt)}`}
          >
            {isPicture(document) && (
              <Tooltip label="Show beside the list">
                <ActionIcon
                  size={32}
                  aria-label={`Show ${document.name}`}
                  aria-pressed={shown?.id === document.id}
                  onClick={() => onPicture(document)}
                >
                  <IconPhoto size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            {document.contentType === 'application/pdf' && <OpenButton document={document} />}
          </FileItem>
        </li>
      ))}
    </ul>
  )
}

function OpenButton({ document }: { document: Document }) {
  const open = (): Promise<void> =>
    openInTab(documentPath(document)).catch((error) => showError(error, () => void open()))
  return (
    <Tooltip label="Open in a new tab">
      <ActionIcon size={32} aria-label={`Open ${document.name} in a new tab`} onClick={() => void open()}>
        <IconExternalLink size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
