import type { Document } from '#contract/orders/orders.ts'
import { download } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'

/** Where a document is fetched from. */
export const documentPath = ({ id }: Pick<Document, 'id'>) => `document/${id}/download`

const downloadDocument = (document: Document): Promise<void> =>
  download(documentPath(document), document.name).catch((error) =>
    showError(error, () => void downloadDocument(document)),
  )

/** A document as a FileItem shows it: category and size, and its download; a failure is a toast. */
export const fileOf = (document: Document) => ({
  name: document.name,
  facts: `${document.category} · ${formatBytes(document.size)}`,
  onDownload: () => downloadDocument(document),
})
