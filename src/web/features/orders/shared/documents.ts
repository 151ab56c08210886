import { queryOptions } from '@tanstack/react-query'
import { type Document, documentExchange } from '#contract/orders/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'

/** Documents of an order by source. */
export const documentsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId],
    queryFn: ({ signal }) => request(documentExchange, `request/booking/${orderId}/document_exchange`, { signal }),
  })

/** The path of a document's download. */
export const documentPath = ({ id }: Pick<Document, 'id'>) => `document/${id}/download`

const downloadDocument = (document: Document): Promise<void> =>
  download(documentPath(document), document.name).catch((error) =>
    showError(error, () => void downloadDocument(document)),
  )

/** A document for a FileItem: category, size and download; a failure is a toast. */
export const fileOf = (document: Document) => ({
  name: document.name,
  facts: `${document.category} · ${formatBytes(document.size)}`,
  onDownload: () => downloadDocument(document),
})
