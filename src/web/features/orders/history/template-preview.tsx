import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'

/** The HTML of a template's mail with an order's data. */
const previewQuery = (templateId: number, orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'preview', orderId, templateId],
    queryFn: ({ signal }) => request(z.string(), `template/email/${templateId}/preview/${orderId}`, { signal }),
    staleTime: 0,
  })

interface TemplatePreviewProps {
  templateId: number
  title: string
  orderId: number
  onClose: () => void
}

/** A template's mail with this order's data. */
export function TemplatePreview({ templateId, title, orderId, onClose }: TemplatePreviewProps) {
  const query = useQuery(previewQuery(templateId, orderId))
  return (
    <PreviewDialog
      title={title}
      onClose={onClose}
      html={query.data}
      fault={faultOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
