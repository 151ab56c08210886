import { useQuery } from '@tanstack/react-query'
import { faultOf } from '#web/lib/api/api-error.ts'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'
import { previewQuery } from './event-queries.ts'

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
