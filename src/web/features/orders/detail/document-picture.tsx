import { useEffect, useState } from 'react'
import type { Document } from '#contract/orders/orders.ts'
import { documentPath } from '#web/features/orders/shared/documents.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { fetchFile } from '#web/lib/api/download.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'

/** True for a type that browsers show; TIFF is not one. */
export const isPicture = ({ contentType }: Document) => ['image/jpeg', 'image/png', 'image/bmp'].includes(contentType)

/** A picture among the documents of an order, fetched with the session's token. */
export function DocumentPicture({ document: { id, name } }: { document: Document }) {
  const [url, setUrl] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let made = ''
    let left = false
    fetchFile(documentPath({ id }))
      .then((file) => {
        if (left) return
        made = URL.createObjectURL(file)
        setUrl(made)
      })
      .catch(setError)
    return () => {
      left = true
      URL.revokeObjectURL(made)
    }
  }, [id])
  if (error) return <Fault message={messageOf(error)} />
  return url ? <img src={url} alt={name} /> : <LoadingBlock height={240} />
}
